// Whole accountants, as a caller meets them: ledger in, price out.
// docs/benchmarks/accountants_vs_peers.py reads the counters. No number before a check: each case
// first compares its price with the exact value.
#include <benchmark/benchmark.h>

#include "framework/core/check.hpp"
#include "privacy/accountants/contour.hpp"
#include "privacy/accountants/pld.hpp"
#include "privacy/accountants/rdp.hpp"
#include "privacy/calibration/calibrate.hpp"

namespace dpsco {

namespace {

/// Sampling rate 0.01, noise multiplier 1, add_remove.
Ledger poisson(std::int64_t steps) {
  return {.adjacency = Adjacency::add_remove,
          .events = {{PoissonSampled{0.01, {{Gaussian{1}}}}, steps}}};
}

/// Exact epsilon at delta = 1e-5, both directions (mpmath, 48 digits: privacy/golden).
double exact(std::int64_t steps) {
  return steps == 1000 ? 1.828236666516577 : steps == 10000 ? 6.187712389971539 : 25.57310698652150;
}

template <class A>
void price(benchmark::State& state) {
  const A accountant;
  const Ledger ledger = poisson(state.range(0));
  const auto first = accountant.price(ledger, 1e-5);
  if (!first || first->epsilon < exact(state.range(0)) * (1 - 1e-12) ||
      first->epsilon_lower.value_or(0) > exact(state.range(0)) * (1 + 1e-12)) {
    state.SkipWithError("the price does not bracket the exact value");
    return;
  }
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(accountant.price(ledger, 1e-5));
  state.counters["epsilon"] = first->epsilon;
  if (first->epsilon_lower) state.counters["epsilon_lower"] = *first->epsilon_lower;
}
BENCHMARK(price<ContourAccountant>)->Name("contour/poisson")->Arg(1000)->Arg(10000)->Arg(100000);
BENCHMARK(price<RdpAccountant>)->Name("rdp/poisson")->Arg(1000)->Arg(10000)->Arg(100000);
BENCHMARK(price<PldAccountant>)->Name("pld/poisson")->Arg(1000);

/// The noise multiplier for epsilon 2, delta 1e-5, 1,000 steps, to 1e-9 relative.
void calibrate_noise(benchmark::State& state) {
  const ContourAccountant accountant;
  const Target target{.epsilon = 2, .delta = 1e-5, .adjacency = Adjacency::add_remove};
  const auto first = calibrate(poisson(1000), "noise_multiplier", accountant, target);
  if (!first || first->epsilon > 2 || first->epsilon < 2 * (1 - 1e-6)) {
    state.SkipWithError("the calibration is not tight");
    return;
  }
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(calibrate(poisson(1000), "noise_multiplier", accountant, target));
  state.counters["noise_multiplier"] = first->value;
}
BENCHMARK(calibrate_noise)->Name("contour/calibrate");

}  // namespace

}  // namespace dpsco
