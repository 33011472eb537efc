#include "algorithms/decentralised/decor.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "framework/ledger/correlated_noise.hpp"

namespace dpsco {

namespace {

struct Correlated final : DescentPlan {
  using DescentPlan::DescentPlan;
  double pair_scale = 0;  ///< of v_ij

  Solution run(const Problem& problem, RunContext& context) const override {
    AgentsRun run(setup, problem, context, average);
    const Graph& graph = run.network.graph();
    const auto edges = std::int64_t(graph.edges().size());
    std::vector<Stream> pairs;  // after the agents' own streams
    for (std::int64_t e = 0; e < edges; ++e)
      pairs.push_back(context.stream(Purpose::noise, std::uint64_t(run.agents + e)));
    AgentVectors x = run.vectors(), sent = run.vectors(), gradient = run.vectors();
    AgentVectors secrets(int(edges), run.d);
    return run.rounds(x, [&](std::int64_t /*k*/) {
      for_ranges_by(context.threads(), edges, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t e = begin; e < end; ++e)
          pairs[std::size_t(e)].scale_and_add_normals(secrets.of(int(e)), 0, pair_scale);
      });
      run.each([&](int i) {
        const auto g = gradient.of(i), out = sent.of(i);
        run.objectives.gradient(i, x.of(i), g);
        run.noise[std::size_t(i)].scale_and_add_normals(g, 1, noise.scale);
        const auto near = graph.neighbours(i);
        for (std::size_t j = 0; j < near.size(); ++j)
          add(i < near[j] ? 1 : -1, DenseRow{secrets.of(graph.edge(i, j))}, g);
        for (std::size_t l = 0; l < run.d; ++l) out[l] = x.of(i)[l] - eta * g[l];
      });
      run.each([&](int i) { run.network.mix(i, sent.all(), x.of(i)); });
      run.count_gradients();
      run.count_broadcast(double(run.d));
      return true;
    });
  }
};

/// One set of colluders costs an inverse of about N^3 operations: no more than some seconds in all.
std::int64_t affordable_sets(std::int64_t agents) {
  return std::clamp<std::int64_t>(2'000'000'000 / (agents * agents * agents), 1, 2000);
}

}  // namespace

Outcome<std::shared_ptr<const Plan>> Decor::plan(const Facts& facts, const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  if (colluders >= agents)
    return Skip{fmt::format("{} colluders among {} agents leave nobody honest: at most {}",
                            colluders,
                            agents,
                            agents - 1)};
  const WorstVariance worst = worst_effective_variance(adjacency_of(planned->network->graph()),
                                                       {.sigma = 1, .sigma_pair = ratio},
                                                       int(colluders),
                                                       affordable_sets(agents));
  const double variance = worst.variance;
  StepWish own = wish(*planned, facts, 2 / planned->ell);
  own.noise = BroadcastNoise::Kind::gaussian;
  own.C.two /= std::sqrt(variance);  // the calibrated multiplier is the effective noise's
  auto step = noisy_step(*planned, facts, budget, own);
  if (!step) return step.skip();
  auto plan = std::make_shared<Correlated>(
      *std::move(planned),
      *step,
      release == "average",
      std::map<std::string, double>{{"effective_variance", variance},
                                    {"effective_variance_exact", worst.exact ? 1 : 0},
                                    {"pair_noise", ratio * step->noise.scale}});
  plan->pair_scale = ratio * step->noise.scale;
  return {std::move(plan)};
}

}  // namespace dpsco
