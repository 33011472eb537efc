// A whole run against what can't be avoided: its noise, its secret weights and its gradients.
// N = 100 agents of b = 100 records each, d = 1000.
#include <benchmark/benchmark.h>

#include "algorithms/decentralised/fixtures.hpp"

namespace dpsco {

namespace {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this file's words

constexpr std::int64_t agents = 100, records = 100, dimension = 1000, rounds = 10;

const Problem& big_problem() {
  static const Problem made = problem(agents * records, dimension, std::make_shared<Logistic>());
  return made;
}

std::shared_ptr<const Plan> big_plan(const char* name, const char* noise) {
  return *plan(
      name, big_problem().facts, {{"agents", agents}, {"rounds", rounds}, {"noise", noise}});
}

void whole_run(benchmark::State& state, const char* name, const char* noise) {
  const auto planned = big_plan(name, noise);
  for (auto _ : state) benchmark::DoNotOptimize(run(*planned, big_problem()).w.data());
  state.SetItemsProcessed(state.iterations() * rounds);
}

/// Draws and gradients of the same run, without mixing, steps and bookkeeping. `weights` uniforms
/// an agent, coordinate and round.
void draws_and_gradients(benchmark::State& state,
                         const char* name,
                         const char* noise,
                         std::int64_t weights) {
  const auto planned = big_plan(name, noise);
  const auto& descent = dynamic_cast<const DescentPlan&>(*planned);
  RunContext context(streams(), [] { return false; });
  for (auto _ : state) {
    AgentsRun run(descent.setup, big_problem(), context);
    AgentVectors x = run.vectors(), out = run.vectors(), scratch = run.vectors();
    for (std::int64_t k = 0; k < rounds; ++k)
      run.each([&](int i) {
        run.objectives.gradient(i, x.of(i), out.of(i));
        double sum = 0;
        for (std::int64_t l = 0; l < weights * dimension; ++l)
          sum += run.weights[std::size_t(i)].uniform();
        benchmark::DoNotOptimize(sum);
        descent.noise.add_to(out.of(i), run.noise[std::size_t(i)], scratch.of(i));
      });
    benchmark::DoNotOptimize(out.all().data());
  }
  state.SetItemsProcessed(state.iterations() * rounds);
}

BENCHMARK_CAPTURE(whole_run, dp_dgd_gaussian, "dp-dgd", "gaussian")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(draws_and_gradients, dp_dgd_gaussian, "dp-dgd", "gaussian", 0)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_run, dp_dgd_laplace, "dp-dgd", "laplace")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(draws_and_gradients, dp_dgd_laplace, "dp-dgd", "laplace", 0)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_run, lazy_weights_laplace, "random-weight-gd", "laplace")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(draws_and_gradients, lazy_weights_laplace, "random-weight-gd", "laplace", 1)
    ->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace dpsco
