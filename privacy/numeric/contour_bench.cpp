// Contour engine: each case first proves its bracket, then is timed.
#include <cmath>
#include <fstream>
#include <malloc.h>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "privacy/accountants/contour.hpp"
#include "privacy/accountants/rdp.hpp"
#include "privacy/numeric/contour_curve.hpp"

namespace dpsco {
namespace {

Ledger poisson(std::int64_t count) {
  const Event gaussian{Gaussian{.noise_multiplier = 1}, 1};
  return {.adjacency = Adjacency::add_remove,
          .events = {{PoissonSampled{.sampling_rate = 0.01, .inner = {gaussian}}, count}}};
}

/// sigma 1, q .01, delta 1e-5, both directions; the argument is T.
void poisson_both_directions(benchmark::State& state) {
  const ContourAccountant accountant;
  const Ledger ledger = poisson(state.range(0));
  const auto once = accountant.price(ledger, 1e-5);
  if (!once || !(once->epsilon <= *once->epsilon_lower * (1 + 1e-6))) {
    state.SkipWithError("the bracket is wider than 1e-6");
    return;
  }
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(accountant.price(ledger, 1e-5));
  state.counters["epsilon"] = once->epsilon;
}
BENCHMARK(poisson_both_directions)
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(100000)
    ->Unit(benchmark::kMicrosecond);

/// Another delta on a built curve.
void requery(benchmark::State& state) {
  const Composition composition{
      .steps = {{SampledPair::poisson_remove, 0.01, 1, double(state.range(0))}}};
  const auto curve = ContourCurve::at_delta(composition, std::log(1e-5));
  if (!curve) {
    state.SkipWithError("the curve was refused");
    return;
  }
  const Bracket found = curve->epsilon(std::log(2e-5));
  if (!(found.upper <= found.lower * (1 + 1e-6))) {
    state.SkipWithError("the bracket is wider than 1e-6");
    return;
  }
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(curve->epsilon(std::log(2e-5)));
}
BENCHMARK(requery)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMicrosecond);

/// Theorem 2's schedule as printed, n = 10^4, T = 10^6 different steps: the symmetric pair's
/// bracket from the array to both bounds, one core.
void million_different_steps(benchmark::State& state) {
  const double n = 1e4, delta = 1e-6;
  const auto a = [&](double t) { return 8 * t * std::log(2.5 * t * t / (n * delta)); };
  std::vector<double> ratios;
  for (int step = 2; step <= 1000000; ++step) {
    const double t = step;
    ratios.push_back(std::sqrt(a(t) / a(t - 1) * (a(t) - a(t - 1)) / 4));
  }
  Bracket found;
  for ([[maybe_unused]] auto _ : state) {
    Composition composition;
    const auto ranges = interpolate_ratios(ratios, 1, 1, 1);
    for (const RatioRange& range : ranges.value())
      composition.ranges.push_back({SampledPair::without_replacement, 1 / n, range});
    const auto curve = ContourCurve::at_delta(composition, std::log(delta));
    if (!curve) {
      state.SkipWithError("the curve was refused");
      return;
    }
    found = curve->epsilon(std::log(delta));
  }
  if (!(found.upper <= found.lower * 1.001)) state.SkipWithError("the bracket is wider than 0.1 %");
  state.counters["epsilon"] = found.upper;
}
BENCHMARK(million_different_steps)->Unit(benchmark::kMillisecond);

/// A field of /proc/self/status in MiB: VmRSS, or VmHWM, its largest value since reset_peak().
double resident(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind(field + ":", 0) == 0) return std::stod(line.substr(field.size() + 1)) / 1024;
  return -1;
}
void reset_peak() {
  malloc_trim(0);  // or the heap's free pages would hide what is taken
  std::ofstream("/proc/self/clear_refs") << 5;
}

/// The same through accountants, the pair above and data sets of both kinds below; `peak_MiB` is
/// what the first pricing needs beyond the ledger.
template <class Chosen>
void million_different_steps_priced(benchmark::State& state) {
  const double n = 1e4, delta = 1e-6;
  const auto a = [&](double t) { return 8 * t * std::log(2.5 * t * t / (n * delta)); };
  const Event gaussian{Gaussian{}, 1};
  Heterogeneous steps{
      .inner = {{SampledWithoutReplacement{.batch = 1, .population = 10000, .inner = {gaussian}},
                 1}},
      .noise_multiplier = {}};
  for (int step = 2; step <= 1000000; ++step) {
    const double t = step;
    steps.noise_multiplier.push_back(2 * std::sqrt(a(t) / a(t - 1) * (a(t) - a(t - 1)) / 4));
  }
  const Ledger ledger{.adjacency = Adjacency::replace_one, .events = {{std::move(steps), 1}}};
  reset_peak();
  const double before = resident("VmRSS");
  const auto once = Chosen{}.price(ledger, delta);
  state.counters["peak_MiB"] = resident("VmHWM") - before;
  if (!once) {
    state.SkipWithError(once.skip().reason.c_str());
    return;
  }
  state.counters["epsilon"] = once->epsilon;
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(Chosen{}.price(ledger, delta));
}
BENCHMARK(million_different_steps_priced<ContourAccountant>)->Unit(benchmark::kMillisecond);
BENCHMARK(million_different_steps_priced<RdpAccountant>)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dpsco
