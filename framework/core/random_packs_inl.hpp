// Packs of Highway vectors with the operators of arithmetic, for random_simd_inl.hpp: compiled once
// for every instruction set (so the guard below toggles).
// Only Add, Sub, Mul, Div, Sqrt and bit operations: MulAdd would round once with FMA and twice
// without, and the bits would depend on the processor.
#if defined(DPSCO_RANDOM_PACKS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
  #ifdef DPSCO_RANDOM_PACKS_INL_HPP
    #undef DPSCO_RANDOM_PACKS_INL_HPP
  #else
    #define DPSCO_RANDOM_PACKS_INL_HPP
  #endif

  #include <cstddef>
  #include <cstdint>

  #include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dpsco::random_simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most 8 lanes, so that the blocks of a tile fill whole vectors on every instruction set.
using RealTag = hn::CappedTag<double, 8>;
using WordTag = hn::RebindToUnsigned<RealTag>;
using RealVector = hn::VFromD<RealTag>;
using WordVector = hn::VFromD<WordTag>;

// A pack is `width` independent vectors that go through every step side by side: the steps are
// long chains, and a processor looks too few instructions ahead to overlap two rounds of a loop.
template <std::size_t width>
struct Words {
  WordVector v[width];
};
template <std::size_t width>
struct Reals {
  RealVector v[width];
};

template <std::size_t width>
HWY_INLINE Words<width> operator+(Words<width> x, std::uint64_t y) {
  for (auto& v : x.v) v = hn::Add(v, hn::Set(WordTag(), y));
  return x;
}
template <std::size_t width>
HWY_INLINE Words<width> operator&(Words<width> x, std::uint64_t y) {
  for (auto& v : x.v) v = hn::And(v, hn::Set(WordTag(), y));
  return x;
}
template <std::size_t width>
HWY_INLINE Words<width> operator|(Words<width> x, std::uint64_t y) {
  for (auto& v : x.v) v = hn::Or(v, hn::Set(WordTag(), y));
  return x;
}
template <std::size_t width>
HWY_INLINE Words<width> operator|(Words<width> x, const Words<width>& y) {
  for (std::size_t k = 0; k < width; ++k) x.v[k] = hn::Or(x.v[k], y.v[k]);
  return x;
}
template <int bits, std::size_t width>
HWY_INLINE Words<width> left(Words<width> x) {
  for (auto& v : x.v) v = hn::ShiftLeft<bits>(v);
  return x;
}
template <int bits, std::size_t width>
HWY_INLINE Words<width> right(Words<width> x) {
  for (auto& v : x.v) v = hn::ShiftRight<bits>(v);
  return x;
}
template <std::size_t width>
HWY_INLINE Words<width> exclusive_or(Words<width> x, const Words<width>& y, std::uint64_t z) {
  for (std::size_t k = 0; k < width; ++k) x.v[k] = hn::Xor3(x.v[k], y.v[k], hn::Set(WordTag(), z));
  return x;
}

/// The 64-bit products of each lane's low 32 bits with y.
template <std::size_t width>
HWY_INLINE Words<width> low_product(Words<width> x, std::uint32_t y) {
  #if HWY_TARGET == HWY_SCALAR  // one lane: no vectors of 32-bit halves
  for (auto& v : x.v) v = hn::Set(WordTag(), (hn::GetLane(v) & 0xFFFFFFFFU) * y);
  #else
  const hn::Repartition<std::uint32_t, WordTag> halves;
  for (auto& v : x.v) v = hn::MulEven(hn::BitCast(halves, v), hn::Set(halves, y));
  #endif
  return x;
}

template <std::size_t width>
HWY_INLINE Reals<width> operator+(Reals<width> x, const Reals<width>& y) {
  for (std::size_t k = 0; k < width; ++k) x.v[k] = hn::Add(x.v[k], y.v[k]);
  return x;
}
template <std::size_t width>
HWY_INLINE Reals<width> operator-(Reals<width> x, const Reals<width>& y) {
  for (std::size_t k = 0; k < width; ++k) x.v[k] = hn::Sub(x.v[k], y.v[k]);
  return x;
}
template <std::size_t width>
HWY_INLINE Reals<width> operator*(Reals<width> x, const Reals<width>& y) {
  for (std::size_t k = 0; k < width; ++k) x.v[k] = hn::Mul(x.v[k], y.v[k]);
  return x;
}
template <std::size_t width>
HWY_INLINE Reals<width> operator/(Reals<width> x, const Reals<width>& y) {
  for (std::size_t k = 0; k < width; ++k) x.v[k] = hn::Div(x.v[k], y.v[k]);
  return x;
}
template <std::size_t width>
HWY_INLINE Reals<width> operator+(Reals<width> x, double y) {
  for (auto& v : x.v) v = hn::Add(v, hn::Set(RealTag(), y));
  return x;
}
template <std::size_t width>
HWY_INLINE Reals<width> operator-(Reals<width> x, double y) {
  for (auto& v : x.v) v = hn::Sub(v, hn::Set(RealTag(), y));
  return x;
}
template <std::size_t width>
HWY_INLINE Reals<width> operator*(Reals<width> x, double y) {
  for (auto& v : x.v) v = hn::Mul(v, hn::Set(RealTag(), y));
  return x;
}
template <std::size_t width>
HWY_INLINE Reals<width> sqrt(Reals<width> x) {
  for (auto& v : x.v) v = hn::Sqrt(v);
  return x;
}

template <std::size_t width>
HWY_INLINE Reals<width> as_reals(const Words<width>& x) {
  Reals<width> y;
  for (std::size_t k = 0; k < width; ++k) y.v[k] = hn::BitCast(RealTag(), x.v[k]);
  return y;
}
template <std::size_t width>
HWY_INLINE Words<width> as_words(const Reals<width>& x) {
  Words<width> y;
  for (std::size_t k = 0; k < width; ++k) y.v[k] = hn::BitCast(WordTag(), x.v[k]);
  return y;
}

}  // namespace dpsco::random_simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
