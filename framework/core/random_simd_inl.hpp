// Philox4x32-10 and the Box-Muller transform over Highway vectors: compiled once for every
// instruction set (so the guard below toggles), by random_simd.cpp and by its test.
#if defined(DPSCO_RANDOM_SIMD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
  #ifdef DPSCO_RANDOM_SIMD_INL_HPP
    #undef DPSCO_RANDOM_SIMD_INL_HPP
  #else
    #define DPSCO_RANDOM_SIMD_INL_HPP
  #endif

  #include <array>
  #include <cstddef>
  #include <cstdint>
  #include <type_traits>

  #include <hwy/highway.h>

  #include "framework/core/random_packs_inl.hpp"
  #include "framework/core/random_simd.hpp"

HWY_BEFORE_NAMESPACE();
namespace dpsco::random_simd::HWY_NAMESPACE {

/// The ten round keys.
struct RoundKeys {
  std::array<std::uint32_t, 10> first{}, second{};
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

template <class Pack>
struct Two {
  Pack first, second;
};

/// One block a lane: counter (counter[lane], upper), the four 32-bit words in the low halves of
/// four packs. High halves hold rubbish, which low_product never reads.
template <std::size_t width>
HWY_INLINE Two<Words<width>> philox(const RoundKeys& keys,
                                    const Words<width>& counter,
                                    std::uint64_t upper) {
  Words<width> x0 = counter, x1 = right<32>(counter), x2, x3;
  for (std::size_t k = 0; k < width; ++k) {
    x2.v[k] = hn::Set(WordTag(), upper);
    x3.v[k] = hn::Set(WordTag(), upper >> 32U);
  }
  for (std::size_t round = 0; round < keys.first.size(); ++round) {
    const auto p0 = low_product(x0, 0xD2511F53U), p1 = low_product(x2, 0xCD9E8D57U);
    x0 = exclusive_or(right<32>(p1), x1, keys.first[round]);
    x2 = exclusive_or(right<32>(p0), x3, keys.second[round]);
    x1 = p1;
    x3 = p0;
  }
  return {left<32>(x1) | (x0 & 0xFFFFFFFFU), left<32>(x3) | (x2 & 0xFFFFFFFFU)};
}

/// (2k + 1) 2^-53 for the top 52 bits k of each word: exact, in (0, 1), symmetric about 1/2.
template <std::size_t width>
HWY_INLINE Reals<width> uniform(const Words<width>& words) {
  return as_reals(right<12>(words) | 0x3FF0000000000000U) - (1 - 0x1p-53);
}

/// c[0] + c[1] x + ... + c[6] x^6: even and odd powers apart, which halves the latency of Horner's
/// rule; c[0] last, so that the rounding errors of the rest come in times x, here below 1/4.
template <std::size_t width>
HWY_INLINE Reals<width> polynomial(const std::array<double, 7>& c, const Reals<width>& x) {
  const auto square = x * x;
  const auto even = (square * c[5] + c[3]) * square + c[1];
  const auto odd = (square * c[6] + c[4]) * square + c[2];
  return (odd * x + even) * x + c[0];
}

// All three polynomials are minimax fits (Remez, 60 digits, then rounded to double). Largest errors
// found by the tests, in units of the last place: log 0.9, cos 1.8, sin 1.5, a normal 2.8.

/// log u for normal u > 0: u = 2^e m with m in [sqrt(1/2), sqrt(2)), and with f = m - 1 and
/// s = f / (2 + f), log m = f - s (f - R), R = s^-1 log((1 + s) / (1 - s)) - 2, of order s^2.
template <std::size_t width>
HWY_INLINE Reals<width> log(const Reals<width>& u) {
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
  const auto shifted = as_words(u) + (one - sqrt_half);
  // e + 1023 sits in the exponent field; glued to the bits of 2^52 it reads as a real.
  const auto e = as_reals(right<52>(shifted) | 0x4330000000000000U) - (0x1p52 + 1023);
  const auto m = as_reals((shifted & 0x000FFFFFFFFFFFFFU) + sqrt_half);
  const auto f = m - 1.0, s = f / (m + 1.0), s2 = s * s;
  const auto r = s2 * polynomial(fit, s2);
  return e * log_2_high + (f - (s * (f - r) - e * log_2_low));
}

/// (cos, sin) of r quarter turns, |r| <= 1/2.
template <std::size_t width>
HWY_INLINE Two<Reals<width>> cos_sin(const Reals<width>& r) {
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
  const auto square = r * r;
  return {polynomial(cos_fit, square), r * polynomial(sin_fit, square)};
}

/// Box-Muller: the radius from the first word, the angle from the second: 52 bits place it in the
/// quarter around (1, 0), the lowest two reflect x and exchange x and y, so that the four images
/// of the quarter cover the circle.
template <std::size_t width>
HWY_INLINE Two<Reals<width>> box_muller(const Two<Words<width>>& words) {
  const auto radius = sqrt(log(uniform(words.first)) * -2.0);
  const auto point = cos_sin(uniform(words.second) - 0.5);
  const auto signs = left<63>(words.second);
  Two<Reals<width>> z{point.first * radius, point.second * radius};
  for (std::size_t k = 0; k < width; ++k) {
    const auto x = hn::Xor(z.first.v[k], hn::BitCast(RealTag(), signs.v[k]));
    const auto y = z.second.v[k];
    const auto exchange = hn::RebindMask(
        RealTag(), hn::TestBit(words.second.v[k], hn::Set(WordTag(), std::uint64_t{2})));
    z.first.v[k] = hn::IfThenElse(exchange, y, x);
    z.second.v[k] = hn::IfThenElse(exchange, x, y);
  }
  return z;
}

/// Calls use(index of the first block, words of one pack) until all blocks are covered.
template <class Value, class Use>
HWY_INLINE void for_blocks(const Chunks<Value>& chunks, const Use& use) {
  constexpr std::size_t width = 4;  // measured: more spills registers, fewer leaves gaps
  const WordTag d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t end = blocks_per_chunk * (chunks.count + (chunks.spare == nullptr ? 0 : 1));
  const std::uint64_t upper = chunks.identity[1];
  const RoundKeys keys = round_keys(chunks.identity[0]);
  Words<width> counter;  // made once: some compilers build Iota lane by lane
  for (std::size_t k = 0; k < width; ++k)
    counter.v[k] = hn::Iota(d, chunks.first_block + k * lanes);
  for (std::size_t block = 0; block < end; block += width * lanes) {
    use(block, philox(keys, counter, upper));
    counter = counter + width * lanes;
  }
}

/// Calls use(index of the first value, vector of values) for the normals of all chunks but the
/// spare one, which is stored.
template <class Use>
HWY_INLINE void for_normals(const Chunks<double>& chunks, const Use& use) {
  const std::size_t lanes = hn::Lanes(RealTag()), end = chunk * chunks.count;
  double* const spare = chunks.spare;
  for_blocks(chunks, [&use, lanes, end, spare](std::size_t block, const auto& words) HWY_ATTR {
    const auto z = box_muller(words);
    constexpr std::size_t width = std::extent_v<decltype(z.first.v)>;
    for (std::size_t k = 0; k < width; ++k, block += lanes) {
      const std::size_t first = block / blocks_per_tile * tile + block % blocks_per_tile;
      if (first < end) {
        use(first, z.first.v[k]);
        use(first + blocks_per_tile, z.second.v[k]);
      } else {
        hn::StoreU(z.first.v[k], RealTag(), spare + (first - end));
        hn::StoreU(z.second.v[k], RealTag(), spare + (first - end) + blocks_per_tile);
      }
    }
  });
}

}  // namespace dpsco::random_simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
