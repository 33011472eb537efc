#include "algorithms/decentralised/decor.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <fmt/format.h>

namespace dpsco {

double effective_variance(const Graph& graph, double ratio, std::int64_t colluders) {
  const int n = graph.nodes();
  const double pair = ratio * ratio;
  double variance = 0;
  if (colluders == 0) {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const std::vector<double> L = laplacian_of(graph);
    const Eigen::MatrixXd S =
        Eigen::MatrixXd::Identity(n, n) + pair * Eigen::Map<const RowMajor>(L.data(), n, n);
    variance = 1 / S.llt().solve(Eigen::MatrixXd::Identity(n, n)).diagonal().maxCoeff();
  } else {
    int least = n;
    for (int i = 0; i < n; ++i) least = std::min(least, graph.degree(i));
    const double honest = std::max<double>(0, double(least) - double(colluders));
    variance = 1 + honest * pair / (1 + pair);
  }
  // S's condition number is at most 1 + 2 pair * degree.
  const double rounding = 1e-15 * n * (1 + 2 * pair * graph.largest_degree());
  return std::max(1.0, variance * (1 - rounding));
}

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
    run.over(0, x);
    for (std::int64_t k = 1; k <= setup.rounds; ++k) {
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
      if (!run.over(k, x)) break;
    }
    return run.finish(x);
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> Decor::plan(const Facts& facts, const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  if (colluders >= agents)
    return Skip{fmt::format("{} colluders among {} agents leave nobody honest: at most {}",
                            colluders,
                            agents,
                            agents - 1)};
  const double variance = effective_variance(planned->network->graph(), ratio, colluders);
  StepWish own = wish(*planned, facts, 2 / planned->ell);
  own.noise = BroadcastNoise::Kind::gaussian;
  own.C_2 /= std::sqrt(variance);  // the calibrated multiplier is the effective noise's
  auto step = noisy_step(*planned, facts, budget, own);
  if (!step) return step.skip();
  auto plan = std::make_shared<Correlated>(
      *std::move(planned),
      *step,
      release == "average",
      std::map<std::string, double>{{"effective_variance", variance},
                                    {"pair_noise", ratio * step->noise.scale}});
  plan->pair_scale = ratio * step->noise.scale;
  return {std::move(plan)};
}

}  // namespace dpsco
