// Certified brackets by FFT: a bracket is first compared with exact values, then timed.
#include <cmath>
#include <vector>

#include <benchmark/benchmark.h>

#include "privacy/numeric/loss_law_makers.hpp"
#include "privacy/numeric/pld_bracket.hpp"

namespace dpsco {
namespace {

const double log_delta = std::log(1e-5);

/// 1,000 Poisson-sampled Gaussian steps, q = 0.01, sigma = 1, remove. Exact: 1.828236666516577
/// (mpmath, shared reference table).
std::vector<RepeatedLaw> sampled_steps() {
  return {{poisson_remove_law(gaussian_law(1), 0.01), 1000}};
}

/// A bracket at a relative accuracy of 10^-range(0) times 4: planning, both sides, one inversion
/// each. 4e-5 takes 2^17 points.
void pld_bracket_at_accuracy(benchmark::State& state) {
  const auto laws = sampled_steps();
  const PldOptions options{.accuracy = 4 * std::pow(10.0, -double(state.range(0)))};
  double low = 0, high = 0;
  for ([[maybe_unused]] auto _ : state) {
    const PldBracket bracket = pld_bracket(laws, log_delta, options);
    low = bracket.lower.epsilon(log_delta);
    high = bracket.upper.epsilon(log_delta);
    benchmark::DoNotOptimize(high);
    state.counters["points"] = double(bracket.points);
  }
  if (!(low <= 1.828236666516577 && 1.828236666516577 <= high))
    state.SkipWithError("the bracket misses the exact value");
  state.counters["width"] = high - low;
}
BENCHMARK(pld_bracket_at_accuracy)->Arg(3)->Arg(5)->Arg(6)->Unit(benchmark::kMillisecond);

/// Another delta on a curve that is there.
void pld_requery(benchmark::State& state) {
  const PldBracket bracket = pld_bracket(sampled_steps(), log_delta, {.accuracy = 1e-4});
  double shift = 0;
  for ([[maybe_unused]] auto _ : state) {
    shift = shift > 1 ? 0 : shift + 1e-3;
    benchmark::DoNotOptimize(bracket.lower.epsilon(log_delta - shift) +
                             bracket.upper.epsilon(log_delta - shift));
  }
  if (!(bracket.lower.epsilon(log_delta) <= bracket.upper.epsilon(log_delta)))
    state.SkipWithError("the bracket is empty");
}
BENCHMARK(pld_requery);

/// Randomised response: exact on its lattice. Exact: 7.235142746473474 (exact binomial sum).
void pld_randomised_response(benchmark::State& state) {
  const std::vector<RepeatedLaw> laws{{pure_law(0.01), 10000}};
  const double tiny = std::log(1e-12);
  double epsilon = 0;
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(epsilon = pld_bracket(laws, tiny).upper.epsilon(tiny));
  if (std::abs(epsilon - 7.235142746473474) > 1e-9)
    state.SkipWithError("epsilon is off the exact value");
}
BENCHMARK(pld_randomised_response)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace dpsco
