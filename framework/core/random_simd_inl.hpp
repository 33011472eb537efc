// Philox4x32-10 and the Box-Muller transform over Highway vectors: compiled once for every
// instruction set (so the guard below toggles), by random_simd.cpp and by its test.
// Only Add, Sub, Mul, Div, Sqrt and bit operations: MulAdd would round once with FMA and twice
// without, and the bits would depend on the processor.
#if defined(DPSCO_RANDOM_SIMD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef DPSCO_RANDOM_SIMD_INL_HPP
#undef DPSCO_RANDOM_SIMD_INL_HPP
#else
#define DPSCO_RANDOM_SIMD_INL_HPP
#endif

#include <array>
#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dpsco::random_simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most 8 lanes, so that the blocks of a tile fill whole vectors on every instruction set.
using Doubles = hn::CappedTag<double, 8>;
using Bits = hn::RebindToUnsigned<Doubles>;
using DoubleVec = hn::VFromD<Doubles>;
using BitsVec = hn::VFromD<Bits>;

/// The ten round keys, each in the low half of a 64-bit lane.
struct RoundKeys {
  std::array<std::uint64_t, 10> first{}, second{};
};

inline RoundKeys round_keys(std::uint64_t key) {
  constexpr std::uint32_t golden_ratio = 0x9E3779B9, sqrt_3_minus_1 = 0xBB67AE85;
  RoundKeys keys;
  auto first = static_cast<std::uint32_t>(key), second = static_cast<std::uint32_t>(key >> 32U);
  for (std::size_t round = 0; round < keys.first.size(); ++round) {
    keys.first[round] = first;
    keys.second[round] = second;
    first += golden_ratio;
    second += sqrt_3_minus_1;
  }
  return keys;
}

struct TwoWords {
  BitsVec first, second;
};
struct TwoDoubles {
  DoubleVec first, second;
};

/// The 64-bit products of each lane's low 32 bits with the factor.
HWY_INLINE BitsVec multiply_low_halves(BitsVec x, std::uint32_t factor) {
#if HWY_TARGET == HWY_SCALAR  // one lane: no vectors of 32-bit halves
  return hn::Set(Bits(), (hn::GetLane(x) & 0xFFFFFFFFU) * factor);
#else
  const hn::Repartition<std::uint32_t, Bits> halves;
  return hn::MulEven(hn::BitCast(halves, x), hn::Set(halves, factor));
#endif
}

/// One block a lane: counter (counter[lane], upper), the four 32-bit words in the low halves of
/// four vectors. High halves hold rubbish, which the 32 x 32 -> 64 bit product never reads.
HWY_INLINE TwoWords philox(const RoundKeys& keys, BitsVec counter, std::uint64_t upper) {
  const Bits d;
  BitsVec x0 = counter, x1 = hn::ShiftRight<32>(counter);
  BitsVec x2 = hn::Set(d, upper), x3 = hn::Set(d, upper >> 32U);
  for (std::size_t round = 0; round < keys.first.size(); ++round) {
    const BitsVec p0 = multiply_low_halves(x0, 0xD2511F53U);
    const BitsVec p1 = multiply_low_halves(x2, 0xCD9E8D57U);
    x0 = hn::Xor3(hn::ShiftRight<32>(p1), x1, hn::Set(d, keys.first[round]));
    x2 = hn::Xor3(hn::ShiftRight<32>(p0), x3, hn::Set(d, keys.second[round]));
    x1 = p1;
    x3 = p0;
  }
  const auto join = [&](BitsVec low, BitsVec high) HWY_ATTR {
    return hn::Or(hn::ShiftLeft<32>(high), hn::And(low, hn::Set(d, 0xFFFFFFFFU)));
  };
  return {join(x0, x1), join(x2, x3)};
}

/// (2k + 1) 2^-53 for the top 52 bits k of each word: exact, symmetric about 1/2, in (0, 1).
HWY_INLINE DoubleVec uniform(BitsVec words) {
  const Bits d;
  const auto mantissa = hn::ShiftRight<12>(words);
  const auto one_to_two = hn::Or(mantissa, hn::Set(d, 0x3FF0000000000000U));
  return hn::Sub(hn::BitCast(Doubles(), one_to_two), hn::Set(Doubles(), 1 - 0x1p-53));
}

/// c[0] + c[1] x + c[2] x^2 + ..., by Horner's rule.
template <std::size_t n>
HWY_INLINE DoubleVec polynomial(const std::array<double, n>& c, DoubleVec x) {
  DoubleVec sum = hn::Set(Doubles(), c[n - 1]);
  for (std::size_t k = n - 1; k > 0; --k)
    sum = hn::Add(hn::Mul(sum, x), hn::Set(Doubles(), c[k - 1]));
  return sum;
}

// All three polynomials are minimax fits (Remez, 60 digits, then rounded to double).

/// log u for normal u > 0: u = 2^e m with m in [sqrt(1/2), sqrt(2)), and with f = m - 1 and
/// s = f / (2 + f), log m = f - s (f - R), R = s^-1 log((1 + s) / (1 - s)) - 2, of order s^2.
HWY_INLINE DoubleVec log(DoubleVec u) {
  constexpr std::array<double, 7> fit{0x1.555555555558fp-1,
                                      0x1.9999999980d1dp-2,
                                      0x1.249249413b384p-2,
                                      0x1.c71c528a116a9p-3,
                                      0x1.7466274c9392fp-3,
                                      0x1.39a3e569166fdp-3,
                                      0x1.2ef13e6271cd0p-3};
  constexpr double log_2_high = 0x1.62e42fefa2000p-1;  // 40 bits: times any exponent is exact
  constexpr double log_2_low = 0x1.9ef35793c7673p-41;
  constexpr std::uint64_t one = 0x3FF0000000000000U, sqrt_half = 0x3FE6A09E00000000U;
  const Bits d;
  const Doubles dd;
  const auto shifted = hn::Add(hn::BitCast(d, u), hn::Set(d, one - sqrt_half));
  // e + 1023 sits in the exponent field; glued to the bits of 2^52 it reads as a double.
  const auto biased = hn::Or(hn::ShiftRight<52>(shifted), hn::Set(d, 0x4330000000000000U));
  const auto e = hn::Sub(hn::BitCast(dd, biased), hn::Set(dd, 0x1p52 + 1023));
  const auto fraction = hn::And(shifted, hn::Set(d, 0x000FFFFFFFFFFFFFU));
  const auto m = hn::BitCast(dd, hn::Add(fraction, hn::Set(d, sqrt_half)));
  const auto f = hn::Sub(m, hn::Set(dd, 1.0));
  const auto s = hn::Div(f, hn::Add(m, hn::Set(dd, 1.0)));
  const auto z = hn::Mul(s, s);
  const auto r = hn::Mul(z, polynomial(fit, z));
  const auto rest = hn::Sub(hn::Mul(s, hn::Sub(f, r)), hn::Mul(e, hn::Set(dd, log_2_low)));
  return hn::Add(hn::Mul(e, hn::Set(dd, log_2_high)), hn::Sub(f, rest));
}

/// (cos, sin) of r quarter turns, |r| <= 1/2.
HWY_INLINE TwoDoubles cos_sin(DoubleVec r) {
  constexpr std::array<double, 7> cos_fit{1.0,
                                          -0x1.3bd3cc9be45a8p+0,
                                          0x1.03c1f081b16f3p-2,
                                          -0x1.55d3c7dcd984ep-6,
                                          0x1.e1f4fc1c7c775p-11,
                                          -0x1.a6ca0e6073f46p-16,
                                          0x1.f3f3aee9a1ea4p-22};
  constexpr std::array<double, 7> sin_fit{0x1.921fb54442d18p+0,  // pi / 2
                                          -0x1.4abbce625be47p-1,
                                          0x1.466bc67758e72p-4,
                                          -0x1.32d2cce342178p-8,
                                          0x1.50783029016c8p-13,
                                          -0x1.e300b1eb0f2c3p-19,
                                          0x1.e40786858d9a4p-25};
  const auto square = hn::Mul(r, r);
  return {polynomial(cos_fit, square), hn::Mul(r, polynomial(sin_fit, square))};
}

/// Box-Muller: the radius from the first word; the angle from the second: 52 bits place it in the
/// quarter around (1, 0), the two bits above reflect x and exchange x and y, so that the four
/// images of the quarter cover the circle.
HWY_INLINE TwoDoubles box_muller(TwoWords words) {
  const Bits d;
  const Doubles dd;
  const auto radius = hn::Sqrt(hn::Mul(hn::Set(dd, -2.0), log(uniform(words.first))));
  const auto quarter = uniform(hn::ShiftLeft<2>(words.second));
  const auto point = cos_sin(hn::Sub(quarter, hn::Set(dd, 0.5)));
  const auto sign = hn::And(words.second, hn::Set(d, 0x8000000000000000U));
  const auto x = hn::Mul(radius, hn::BitCast(dd, hn::Xor(hn::BitCast(d, point.first), sign)));
  const auto y = hn::Mul(radius, point.second);
  const auto exchange_bit = hn::Set(d, 0x4000000000000000U);
  const auto exchange = hn::RebindMask(dd, hn::TestBit(words.second, exchange_bit));
  return {hn::IfThenElse(exchange, y, x), hn::IfThenElse(exchange, x, y)};
}

/// Calls use(index of the first block, its words) for every vector of blocks of the tiles.
template <class Use>
HWY_INLINE void for_blocks(const Tiles& tiles, const Use& use) {
  const Bits d;
  const RoundKeys keys = round_keys(tiles.identity[0]);
  const std::uint64_t upper = tiles.identity[1];
  const std::size_t lanes = hn::Lanes(d), blocks = blocks_per_tile * tiles.count;
  const auto next = hn::Set(d, lanes);
  auto counter = hn::Iota(d, tiles.first_block);  // once: some compilers build it lane by lane
  for (std::size_t block = 0; block < blocks; block += lanes) {
    use(block, philox(keys, counter, upper));
    counter = hn::Add(counter, next);
  }
}

/// Calls use(index of the first value, values) for every vector of normals of the tiles.
template <class Use>
HWY_INLINE void for_normals(const Tiles& tiles, const Use& use) {
  for_blocks(tiles, [&use](std::size_t block, TwoWords words) HWY_ATTR {
    const TwoDoubles z = box_muller(words);
    const std::size_t first = block / blocks_per_tile * tile + block % blocks_per_tile;
    use(first, z.first);
    use(first + blocks_per_tile, z.second);
  });
}

}  // namespace dpsco::random_simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
