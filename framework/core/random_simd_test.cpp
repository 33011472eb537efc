// The vectorised kernels against Random123 (the words), the same kernels on every other instruction
// set (the bits) and long double arithmetic (the accuracy).
#include "framework/core/random_simd.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include <Random123/philox.h>
#include <doctest/doctest.h>
#include <hwy/highway.h>

#include "framework/core/random.hpp"
#include "framework/core/random_simd_inl.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

namespace portable = random_simd::HWY_NAMESPACE;  // the target of plain x86-64: one number a time

constexpr std::uint64_t ones = ~std::uint64_t{0};

/// The block that Random123 itself makes: the oracle.
std::array<std::uint64_t, 2> block(const Stream::Identity& identity, std::uint64_t counter) {
  const auto low = [](std::uint64_t v) { return std::uint32_t(v); };
  const auto high = [](std::uint64_t v) { return std::uint32_t(v >> 32U); };
  const auto out =
      r123::Philox4x32()({{low(counter), high(counter), low(identity[1]), high(identity[1])}},
                         {{low(identity[0]), high(identity[0])}});
  return {out[0] | std::uint64_t{out[1]} << 32U, out[2] | std::uint64_t{out[3]} << 32U};
}

/// Runs `body` once for every instruction set that is compiled in and that this machine has.
template <class Body>
int on_every_target(const Body& body) {
  const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  int count = 0;
  for (std::int64_t rest = targets; rest != 0; rest &= rest - 1, ++count) {
    const std::int64_t target = rest & -rest;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    CAPTURE(hwy::TargetName(target));
    body();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return count;
}

/// |value - exact| in units of the last place of a double of exact's size.
double error_in_ulps(double value, long double exact) {
  const long double ulp = std::ldexp(1.0L, std::ilogb(exact) - 52);
  return double(std::abs(value - exact) / ulp);
}

double portable_log(double u) {
  portable::Reals<1> x{{hwy::HWY_NAMESPACE::Set(portable::RealTag(), u)}};
  return hwy::HWY_NAMESPACE::GetLane(portable::log(x).v[0]);
}

std::array<double, 2> portable_cos_sin(double r) {
  const portable::Reals<1> x{{hwy::HWY_NAMESPACE::Set(portable::RealTag(), r)}};
  const auto point = portable::cos_sin(x);
  return {hwy::HWY_NAMESPACE::GetLane(point.first.v[0]),
          hwy::HWY_NAMESPACE::GetLane(point.second.v[0])};
}

std::array<double, 2> portable_box_muller(std::uint64_t first, std::uint64_t second) {
  const portable::WordTag d;
  const portable::Two<portable::Words<1>> words{{{hwy::HWY_NAMESPACE::Set(d, first)}},
                                                {{hwy::HWY_NAMESPACE::Set(d, second)}}};
  const auto z = portable::box_muller(words);
  return {hwy::HWY_NAMESPACE::GetLane(z.first.v[0]), hwy::HWY_NAMESPACE::GetLane(z.second.v[0])};
}

/// Box-Muller as documented, in long double from the two words.
std::array<long double, 2> exact_box_muller(std::uint64_t first, std::uint64_t second) {
  const auto uniform = [](std::uint64_t word) {
    return (2 * (long double)(word >> 12U) + 1) * 0x1p-53L;
  };
  const long double radius = std::sqrt(-2 * std::log(uniform(first)));
  const long double angle = (uniform(second) - 0.5L) * std::numbers::pi_v<long double> / 2;
  const long double x = radius * std::cos(angle) * ((second & 1U) == 0 ? 1 : -1);
  const long double y = radius * std::sin(angle);
  return (second & 2U) == 0 ? std::array{x, y} : std::array{y, x};
}

}  // namespace

TEST_CASE("words are Philox4x32-10: the three known answers published with Random123") {
  struct Known {
    std::uint64_t key, counter_low, counter_high;
    std::array<std::uint64_t, 2> words;
  };
  const std::array<Known, 3> table{{
      {0, 0, 0, {0xe169c58d6627e8d5U, 0x9b00dbd8bc57ac4cU}},
      {ones, ones, ones, {0x41c83b0e408f276dU, 0x6d5451fda20bc7c6U}},
      {0x299f31d0a4093822U,
       0x85a308d3243f6a88U,
       0x0370734413198a2eU,
       {0x94fdccebd16cfe09U, 0x24126ea15001e420U}},
  }};
  on_every_target([&] {
    for (const Known& known : table) {
      std::array<std::uint64_t, 64> words{};
      random_simd::words({{known.key, known.counter_high}, known.counter_low, 1}, words.data());
      CHECK(words[0] == known.words[0]);
      CHECK(words[1] == known.words[1]);
    }
  });
  Stream zero({0, 0});
  CHECK(zero.bits() == table[0].words[0]);
  CHECK(zero.bits() == table[0].words[1]);
}

TEST_CASE("words agree with Random123 for random identities and counters that carry") {
  Stream choice({5, 5});
  const int targets = on_every_target([&] {
    for (std::size_t trial = 0; trial < 40; ++trial) {
      const Stream::Identity identity{choice.bits(), choice.bits()};
      const std::uint64_t first = trial % 2 == 0 ? choice.bits() : 0xFFFFFFFFU - trial;
      const std::size_t count = trial % 4;
      std::vector<std::uint64_t> out(64 * count), spare(64);
      random_simd::words({identity, first, count, trial % 3 == 0 ? nullptr : spare.data()},
                         out.data());
      if (trial % 3 != 0) out.insert(out.end(), spare.begin(), spare.end());
      for (std::size_t b = 0; b < out.size() / 2; ++b) {
        const auto expected = block(identity, first + b);
        REQUIRE(out[2 * b] == expected[0]);
        REQUIRE(out[2 * b + 1] == expected[1]);
      }
    }
  });
  CHECK(targets >= 1);
  MESSAGE("instruction sets run: " << targets);
}

TEST_CASE("normals, fused pass and noisy step have the same bits on every instruction set") {
  constexpr std::size_t n = 5000;
  const auto draw = [] {
    Stream stream({11, 12});
    std::vector<double> all, gradient(n, 0.25);
    for (const std::size_t size : {n, std::size_t{1}, std::size_t{123}, std::size_t{16}}) {
      std::vector<double> z(size), w(size, 0.5), v(size, -0.5);
      stream.normals(z);
      stream.scale_and_add_normals(w, 0.99, 1.7);
      stream.noisy_step(v, std::span(gradient).first(size), 0.1, 0.97, 1.3);
      for (const auto* part : {&z, &w, &v}) all.insert(all.end(), part->begin(), part->end());
    }
    std::vector<std::uint64_t> bits;
    bits.reserve(all.size());
    for (const double value : all) bits.push_back(std::bit_cast<std::uint64_t>(value));
    return bits;
  };
  const std::vector<std::uint64_t> best = draw();
  on_every_target([&] { CHECK(draw() == best); });
}

TEST_CASE("the first normals never change") {
  // Philox4x32-10 of Random123 1.14 and this Box-Muller, written with %a: exact.
  const std::vector<std::pair<std::size_t, double>> golden{
      {0, 0x1.1b594aff00c8bp-4},
      {1, -0x1.446f5354f1465p-1},
      {2, 0x1.3274908b4a84cp-2},
      {3, -0x1.13391b82ecc75p-2},
      {8, -0x1.3c3b65a3abd69p-1},
      {1001, -0x1.b0d3e8c1df05bp+0},
  };
  std::vector<double> z(1002);
  Stream({1, 2}).normals(z);
  for (const auto& [i, value] : golden) CHECK(z[i] == value);
}

TEST_CASE("normals are the documented function of the stream's upper blocks") {
  const Stream::Identity identity{21, 22};
  std::vector<double> z(std::size_t{16} * 2000);
  Stream(identity).normals(z);
  double worst = 0;
  for (std::size_t b = 0; b < z.size() / 2; ++b) {
    const auto words = block(identity, (std::uint64_t{1} << 63U) + b);
    const auto exact = exact_box_muller(words[0], words[1]);
    for (std::size_t k = 0; k < 2; ++k)
      worst = std::max(worst, error_in_ulps(z[b / 8 * 16 + b % 8 + 8 * k], exact[k]));
  }
  CHECK(worst < 3);
  MESSAGE("largest error of a normal: " << worst << " ulp");
}

TEST_CASE("log is within 2 ulp over (0, 1), at both ends and around powers of two") {
  Stream stream({31, 32});
  double worst = 0;
  const auto check = [&](double u) {
    worst = std::max(worst, error_in_ulps(portable_log(u), std::log((long double)u)));
  };
  for (int i = 0; i < 100000; ++i) {
    const double u = stream.uniform();
    check(u);
    check(std::ldexp(u, -int(stream.below(52))));
    check(std::min(1 - 0x1p-53, 1 - std::ldexp(1 - u, -int(stream.below(45)))));
  }
  for (int exponent = -53; exponent < 0; ++exponent) {
    const double u = std::ldexp(1., exponent);
    for (const double at : {u, std::nextafter(u, 0.), std::nextafter(u, 1.), u * 1.4142135})
      check(at);
  }
  check(1 - 0x1p-53);
  CHECK(worst < 2);
  MESSAGE("largest error of log: " << worst << " ulp");
}

TEST_CASE("cos and sin of |r| <= 1/2 quarter turns are within 2 ulp") {
  Stream stream({41, 42});
  double worst_cos = 0, worst_sin = 0;
  const auto check = [&](double r) {
    const long double angle = r * (std::numbers::pi_v<long double> / 2);
    const auto point = portable_cos_sin(r);
    worst_cos = std::max(worst_cos, error_in_ulps(point[0], std::cos(angle)));
    worst_sin = std::max(worst_sin, error_in_ulps(point[1], std::sin(angle)));
  };
  for (int i = 0; i < 100000; ++i) {
    const double r = stream.uniform() - 0.5;
    check(r);
    check(std::ldexp(r, -int(stream.below(45))));
  }
  check(0.5);
  check(-0.5);
  CHECK(worst_cos < 2);
  CHECK(worst_sin < 2);
  MESSAGE("largest error of cos: " << worst_cos << " ulp, of sin: " << worst_sin << " ulp");
}

TEST_CASE("the largest |z| is sqrt(106 log 2) < 8.6, the smallest is not zero") {
  const double bound = std::sqrt(106 * std::numbers::ln2);
  CHECK(bound < 8.6);
  Stream stream({51, 52});
  double largest = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto z = portable_box_muller(0, stream.bits());  // word 0: the smallest uniform
    CHECK(near(std::hypot(z[0], z[1]), bound, 1e-14));
    largest = std::max({largest, std::abs(z[0]), std::abs(z[1])});
  }
  CHECK(largest <= bound * (1 + 1e-15));
  for (const std::uint64_t angle : {std::uint64_t{0}, ones, std::uint64_t{1} << 63U}) {
    const auto z = portable_box_muller(ones, angle);
    CHECK(std::hypot(z[0], z[1]) > 1e-8);
    CHECK((z[0] != 0 && z[1] != 0));
  }
}

}  // namespace dpsco
