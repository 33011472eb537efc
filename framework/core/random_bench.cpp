// Random streams: each kernel is first compared with a plain loop over Random123 and libm.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <vector>

#include <Random123/philox.h>
#include <benchmark/benchmark.h>

#include "framework/core/random.hpp"

namespace dpsco {
namespace {

constexpr Stream::Identity identity{1, 2};

/// Words 2 counter and 2 counter + 1 of the stream; its normals use the counters from 2^63 on.
std::array<std::uint64_t, 2> plain_block(std::uint64_t counter) {
  const auto low = [](std::uint64_t v) { return std::uint32_t(v); };
  const auto high = [](std::uint64_t v) { return std::uint32_t(v >> 32U); };
  const auto out =
      r123::Philox4x32()({{low(counter), high(counter), low(identity[1]), high(identity[1])}},
                         {{low(identity[0]), high(identity[0])}});
  return {out[0] | std::uint64_t{out[1]} << 32U, out[2] | std::uint64_t{out[3]} << 32U};
}

double plain_uniform(std::uint64_t word) {
  return double(2 * (word >> 12U) + 1) * 0x1p-53;
}

std::vector<double> plain_normals(std::size_t n) {
  std::vector<double> z((n + 15) / 16 * 16);
  for (std::size_t b = 0; b < z.size() / 2; ++b) {
    const auto words = plain_block((std::uint64_t{1} << 63U) + b);
    const double radius = std::sqrt(-2 * std::log(plain_uniform(words[0])));
    const double angle = (plain_uniform(words[1]) - 0.5) * std::numbers::pi / 2;
    double x = radius * std::cos(angle) * ((words[1] & 1U) == 0 ? 1 : -1);
    double y = radius * std::sin(angle);
    if ((words[1] & 2U) != 0) std::swap(x, y);
    z[b / 8 * 16 + b % 8] = x;
    z[b / 8 * 16 + b % 8 + 8] = y;
  }
  z.resize(n);
  return z;
}

/// Time for each of the `items` of one round of the loop, printed with its unit.
benchmark::Counter time_per(double items) {
  return {items, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert};
}

void normals(benchmark::State& state) {
  std::vector<double> z(std::size_t(state.range(0)));
  Stream(identity).normals(z);
  const std::vector<double> expected = plain_normals(z.size());
  for (std::size_t i = 0; i < z.size(); ++i)
    if (!(std::abs(z[i] - expected[i]) <= 1e-14 * (1 + std::abs(expected[i]))))
      return state.SkipWithError("a normal differs from the plain loop's");
  Stream stream(identity);
  for ([[maybe_unused]] auto _ : state) {
    stream.normals(z);
    benchmark::DoNotOptimize(z.data());
    benchmark::ClobberMemory();
  }
  state.counters["time_per_normal"] = time_per(double(z.size()));
}
BENCHMARK(normals)->Arg(1)->Arg(13)->Arg(123)->Arg(1000)->Arg(4096)->Arg(20958);

void philox_bits(benchmark::State& state) {
  std::vector<std::uint64_t> words(std::size_t(state.range(0)));
  Stream(identity).fill_bits(words);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] != plain_block(i / 2)[i % 2])
      return state.SkipWithError("a word differs from Random123's");
  Stream stream(identity);
  for ([[maybe_unused]] auto _ : state) {
    stream.fill_bits(words);
    benchmark::DoNotOptimize(words.data());
    benchmark::ClobberMemory();
  }
  state.counters["time_per_32_bits"] = time_per(2 * double(words.size()));
}
BENCHMARK(philox_bits)->Arg(4096);

void uniform(benchmark::State& state) {
  Stream checked(identity);
  for (std::uint64_t i = 0; i < 1000; ++i)
    if (checked.uniform() != plain_uniform(plain_block(i / 2)[i % 2]))
      return state.SkipWithError("a uniform differs from the plain loop's");
  Stream stream(identity);
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(stream.uniform());
  state.counters["time_per_uniform"] = time_per(1);
}
BENCHMARK(uniform);

void permutation(benchmark::State& state) {
  std::vector<std::int64_t> order = Stream(identity).permutation(state.range(0));
  std::vector<std::int64_t> expected(order.size());
  std::iota(expected.begin(), expected.end(), std::int64_t{0});
  Stream choice(identity);
  for (std::size_t i = expected.size(); i > 1; --i)
    std::swap(expected[i - 1], expected[choice.below(i)]);
  if (order != expected) return state.SkipWithError("not the order of Fisher and Yates");
  std::ranges::sort(order);
  for (std::size_t i = 0; i < order.size(); ++i)
    if (order[i] != std::int64_t(i)) return state.SkipWithError("not a permutation");
  Stream stream(identity);
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(stream.permutation(state.range(0)));
  state.counters["time_per_element"] = time_per(double(order.size()));
}
BENCHMARK(permutation)->Arg(1000)->Arg(100000);

}  // namespace
}  // namespace dpsco
