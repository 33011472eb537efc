#include "algorithms/decentralised/perturbed_admm.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algorithms/decentralised/agents_run.hpp"
#include "algorithms/decentralised/local_solver.hpp"

namespace dpsco {

RecordWeight record_weight(const Setup& setup, const Facts& facts, Adjacency adjacency) {
  return {.slope = setup.C_2 * (1 + 1e-14),
          .curvature = facts.L() / setup.share * (1 + 1e-14),
          .factor = sensitivity_factor(0, adjacency)};
}

double jacobian_loss(const RecordWeight& weight, double ridge) {
  return std::log1p(weight.curvature / ridge) * (1 + 1e-14);
}

Outcome<Setup> PerturbedMethod::setup_of_several(const Facts& facts) const {
  if (agents < 2)
    return Skip{"one agent has no neighbour to be penalised with: agents must be at least 2"};
  return setup(facts);
}

int min_degree(const Graph& graph) {
  int least = graph.degree(0);
  for (int i = 1; i < graph.nodes(); ++i) least = std::min(least, graph.degree(i));
  return least;
}

Outcome<double> smallest_eta(double eta,
                             const Budget& budget,
                             const std::function<Ledger(double)>& ledger_at) {
  if (eta > 0) return eta;
  const auto least = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!least) return least.skip();
  return std::max(0.1, *least);
}

Solution PerturbedPlan::run(const Problem& problem, RunContext& context) const {
  using Kind = BroadcastNoise::Kind;
  AgentsRun run(setup_, problem, context);
  std::vector<LocalSolver> solvers;
  solvers.reserve(std::size_t(run.agents));
  for (int i = 0; i < run.agents; ++i) solvers.emplace_back(run.objectives, i, setup_.ell);
  AgentVectors x = run.vectors(), next = run.vectors(), dual = run.vectors(), apart = run.vectors(),
               target = run.vectors(), noisy_gradient = run.vectors(), scratch = run.vectors();
  std::vector<std::int64_t> evaluated(std::size_t(run.agents));

  /// f_i of the data, and the noisy gradient there.
  const auto solve = [&](int i, const PerturbedStep& step, std::span<const double> own) {
    const auto f = next.of(i), c = target.of(i), v = apart.of(i), lambda = dual.of(i),
               g = noisy_gradient.of(i);
    const double V = run.network.graph().degree(i);
    // grad O + q f = c - b with c = eta sum_j (f_i^t + f_j^t) - 2 lambda.
    for (std::size_t l = 0; l < run.d; ++l)
      c[l] = step.eta * (2 * V * own[l] - v[l]) - 2 * lambda[l];
    std::fill(g.begin(), g.end(), 0.0);
    if (step.inner_scale > 0)
      BroadcastNoise{.kind = Kind::exponential, .scale = step.inner_scale}.add_to(
          g, run.noise[std::size_t(i)], scratch.of(i));
    add(-1, DenseRow{g}, c);
    std::copy(own.begin(), own.end(), f.begin());
    const double q = 2 * step.eta * V + step.ridge;
    // Only output noise has the residual in its sensitivity; else it may follow the numbers' size.
    const double size = step.output_scale > 0 ? 1 : 1 + norm(c);
    evaluated[std::size_t(i)] = solvers[std::size_t(i)].solve(q, c, f, residual_ * size);
    // grad O + b from what is public: f itself, lambda and what was sent before.
    add(1, DenseRow{g}, c);
    for (std::size_t l = 0; l < run.d; ++l) g[l] = c[l] - q * f[l];
  };
  const auto update = [&](int i, const PerturbedStep& step) {
    const auto own = x.of(i), f = next.of(i), v = apart.of(i), lambda = dual.of(i);
    run.network.disagreement(i, x.all(), v);
    add(theta_ / 2, DenseRow{v}, lambda);
    if (step.damping > 0) {
      const double pull = 2 * step.eta * run.network.graph().degree(i) + step.damping;
      const auto g = noisy_gradient.of(i);
      for (std::size_t l = 0; l < run.d; ++l)
        f[l] = own[l] - (g[l] + 2 * lambda[l] + step.eta * v[l]) / pull;
      evaluated[std::size_t(i)] = 0;
      return;
    }
    solve(i, step, own);
    if (step.output_scale > 0)
      BroadcastNoise{.kind = Kind::exponential, .scale = step.output_scale}.add_to(
          f, run.noise[std::size_t(i)], scratch.of(i));
  };

  return run.rounds(x, [&](std::int64_t k) {
    run.each([&](int i) { update(i, step_at_(k - 1, i)); });
    x.swap(next);
    run.count_gradients(std::accumulate(evaluated.begin(), evaluated.end(), std::int64_t{0}));
    run.count_broadcast(double(run.d));
    return true;
  });
}

}  // namespace dpsco
