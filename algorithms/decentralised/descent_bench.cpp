// A whole run against what can't be avoided: its noise, its secret weights and its gradients.
// N = 100 agents of b = 100 records each, d = 1000; the argument is K, the number of rounds.
// docs/benchmarks/decentralised_vs_numpy.py times them alternately.
#include <benchmark/benchmark.h>

#include "algorithms/decentralised/admm_plan.hpp"
#include "algorithms/decentralised/fixtures.hpp"

namespace dpsco {

namespace {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this file's words

constexpr std::int64_t agents = 100, records = 100, dimension = 1000;

const Problem& big_problem() {
  static const Problem made = problem(agents * records, dimension, std::make_shared<Logistic>());
  return made;
}

std::shared_ptr<const Plan> big_plan(const char* name, const char* noise, std::int64_t rounds) {
  return *plan(
      name, big_problem().facts, {{"agents", agents}, {"rounds", rounds}, {"noise", noise}});
}

void whole_run(benchmark::State& state, const char* name, const char* noise) {
  const auto planned = big_plan(name, noise, state.range(0));
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(run(*planned, big_problem()).w.data());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// Draws and gradients of the same run, without mixing, steps and bookkeeping. `weights` uniforms
/// an agent, coordinate and round.
void draws_and_gradients(benchmark::State& state,
                         const char* name,
                         const char* noise,
                         std::int64_t weights) {
  const auto planned = big_plan(name, noise, state.range(0));
  const auto* admm = dynamic_cast<const AdmmPlan*>(planned.get());
  const auto descent = [&]() -> const DescentPlan& {
    return dynamic_cast<const DescentPlan&>(*planned);
  };
  const Setup& setup = admm != nullptr ? admm->setup : descent().setup;
  const BroadcastNoise drawn = admm != nullptr ? admm->noise : descent().noise;
  RunContext context(streams(), [] { return false; });
  for ([[maybe_unused]] auto _ : state) {
    AgentsRun run(setup, big_problem(), context);
    AgentVectors x = run.vectors(), out = run.vectors(), scratch = run.vectors();
    for (std::int64_t k = 0; k < state.range(0); ++k)
      run.each([&](int i) {
        run.objectives.gradient(i, x.of(i), out.of(i));
        double sum = 0;
        for (std::int64_t l = 0; l < weights * dimension; ++l)
          sum += run.weights[std::size_t(i)].uniform();
        benchmark::DoNotOptimize(sum);
        drawn.add_to(out.of(i), run.noise[std::size_t(i)], scratch.of(i));
      });
    benchmark::DoNotOptimize(out.all().data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

#define DPSCO_RUN_AND_PARTS(label, name, noise, weights)              \
  BENCHMARK_CAPTURE(whole_run, label, name, noise)                    \
      ->Unit(benchmark::kMillisecond)                                 \
      ->Arg(10)                                                       \
      ->Arg(1000);                                                    \
  BENCHMARK_CAPTURE(draws_and_gradients, label, name, noise, weights) \
      ->Unit(benchmark::kMillisecond)                                 \
      ->Arg(10)                                                       \
      ->Arg(1000)

DPSCO_RUN_AND_PARTS(dp_dgd_gaussian, "dp-dgd", "gaussian", 0);
DPSCO_RUN_AND_PARTS(dp_dgd_laplace, "dp-dgd", "laplace", 0);
DPSCO_RUN_AND_PARTS(lazy_weights_laplace, "random-weight-gd", "laplace", 1);
DPSCO_RUN_AND_PARTS(private_admm_laplace, "private-admm", "laplace", 1);

}  // namespace

}  // namespace dpsco
