#include "algorithms/decentralised/admm_round.hpp"

#include <cmath>
#include <numeric>

namespace dpsco {

AdmmRound::AdmmRound(AgentsRun& run,
                     const AdmmConstants& constants,
                     double tolerance,
                     bool measured)
    : run_(run),
      c_(constants),
      tolerance_(tolerance),
      measured_(measured),
      evaluated_(std::size_t(run.agents), 0),
      dual_(run.vectors()),
      half_(run.vectors()),
      place_(run.vectors()),
      gradient_(run.vectors()) {
  if (c_.linearised) return;
  solvers_.reserve(std::size_t(run.agents));
  for (int i = 0; i < run.agents; ++i) solvers_.emplace_back(run.objectives, i, c_.smoothness);
}

void AdmmRound::update(int i, const AgentVectors& x, std::span<double> next) {
  const auto own = x.of(i);
  const auto dual = dual_.of(i), half = half_.of(i), place = place_.of(i), g = gradient_.of(i);
  Stream& weights = run_.weights[std::size_t(i)];
  run_.network.disagreement(i, x.all(), next);  // v_i, until it is used up
  if (c_.linearised) run_.objectives.gradient(i, own, g);
  for (std::size_t l = 0; l < next.size(); ++l) {
    const double v = next[l], u = c_.r > 0 ? weights.uniform() : 0.5;
    dual[l] -= c_.zeta * v;
    const double rho = c_.rho0 + c_.r * (2 * u - 1);
    if (measured_) {
      half[l] = c_.r * std::abs(v) / c_.D;
      place[l] = v > 0 ? 1 - u : u;  // a larger penalty pulls against the sign of v
    }
    if (c_.linearised) {
      next[l] = own[l] - (rho * v + g[l] - dual[l]) / c_.D;
    } else {
      g[l] = dual[l] - rho * v + c_.D * own[l];
      next[l] = own[l];
    }
  }
  if (!c_.linearised)
    evaluated_[std::size_t(i)] = solvers_[std::size_t(i)].solve(c_.D, g, next, tolerance_);
}

void AdmmRound::count() {
  if (c_.linearised) {
    run_.count_gradients();
  } else {
    run_.count_gradients(std::accumulate(evaluated_.begin(), evaluated_.end(), std::int64_t{0}));
  }
}

}  // namespace dpsco
