#include "algorithms/decentralised/perturbed_admm.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/decentralised/admm_penalties.hpp"
#include "algorithms/decentralised/local_noise.hpp"
#include "algorithms/decentralised/local_solver.hpp"
#include "algorithms/decentralised/rounds.hpp"

namespace dpsco {

RecordWeight record_weight(const Facts& facts, std::int64_t agents, Adjacency adjacency) {
  const double share = double(agents) / double(facts.n) * (1 + 1e-14);
  return {.slope = facts.G() * share,
          .curvature = facts.L() * share,
          .factor = sensitivity_factor(0, adjacency)};
}

double jacobian_loss(const RecordWeight& weight, double ridge) {
  return std::log1p(weight.curvature / ridge) * (1 + 1e-14);
}

Outcome<Network> network_of_several(const NetworkSettings& settings, const Facts& facts) {
  if (settings.agents < 2)
    return Skip{"one agent has no neighbour to be penalised with: agents must be at least 2"};
  return settings.network(facts);
}

int min_degree(const Network& network) {
  int least = network.degree(0);
  for (int i = 1; i < network.size(); ++i) least = std::min(least, network.degree(i));
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
  const auto d = std::size_t(problem.data.dimension());
  const Agents agents(problem, settings_, context);
  const int N = agents.size();
  const double smoothness = local_smoothness(problem.facts, N);
  std::vector<Stream> noise = noise_streams(context, N);
  std::vector<LocalSolver> solvers;
  solvers.reserve(std::size_t(N));
  for (int i = 0; i < N; ++i)
    solvers.emplace_back(problem, agents.rows(i), double(N) / double(problem.facts.n), smoothness);
  const std::size_t all = std::size_t(N) * d;
  std::vector<double> next(all), dual(all, 0.0), apart(all), target(all), noisy_gradient(all);

  /// f_i of the data, and the noisy gradient there.
  const auto solve = [&](int i, const PerturbedStep& step, std::span<const double> own) {
    const auto f = row_of(next, i, d), c = row_of(target, i, d), v = row_of(apart, i, d),
               lambda = row_of(dual, i, d), g = row_of(noisy_gradient, i, d);
    const double V = network_.degree(i);
    // grad O + q f = c - b with c = eta sum_j (f_i^t + f_j^t) - 2 lambda.
    for (std::size_t l = 0; l < d; ++l) c[l] = step.eta * (2 * V * own[l] - v[l]) - 2 * lambda[l];
    std::fill(g.begin(), g.end(), 0.0);
    if (step.inner_scale > 0)
      add_noise(NoiseKind::exponential_l2, noise[std::size_t(i)], g, step.inner_scale);
    add(-1, DenseRow{g}, c);
    std::copy(own.begin(), own.end(), f.begin());
    const double q = 2 * step.eta * V + step.ridge;
    // Only output noise has the residual in its sensitivity; else it may follow the numbers' size.
    const double size = step.output_scale > 0 ? 1 : 1 + norm(c);
    solvers[std::size_t(i)].solve(q, c, f, residual_ * size);
    // grad O + b from what is public: f itself, lambda and what was sent before.
    add(1, DenseRow{g}, c);
    for (std::size_t l = 0; l < d; ++l) g[l] = c[l] - q * f[l];
  };
  const auto update = [&](std::int64_t k, std::span<const double> x, int i) {
    const PerturbedStep step = step_at_(k, i);
    const auto own = row_of(x, i, d);
    const auto f = row_of(next, i, d), v = row_of(apart, i, d), lambda = row_of(dual, i, d);
    const double V = network_.degree(i);
    for (std::size_t l = 0; l < d; ++l) v[l] = V * own[l];
    for (const int j : network_.neighbours(i)) add(-1, DenseRow{row_of(x, j, d)}, v);
    add(theta_ / 2, DenseRow{v}, lambda);
    if (step.damping > 0) {
      const auto g = row_of(noisy_gradient, i, d);
      for (std::size_t l = 0; l < d; ++l)
        f[l] =
            own[l] - (g[l] + 2 * lambda[l] + step.eta * v[l]) / (2 * step.eta * V + step.damping);
      return;
    }
    solve(i, step, own);
    if (step.output_scale > 0)
      add_noise(NoiseKind::exponential_l2, noise[std::size_t(i)], f, step.output_scale);
  };

  return run_rounds(problem,
                    context,
                    settings_,
                    bytes_of_broadcast(network_, double(d)),
                    [&](std::int64_t k, std::vector<double>& x) {
                      for_agents(context, N, [&](int i) { update(k, x, i); });
                      x.swap(next);
                    });
}

}  // namespace dpsco
