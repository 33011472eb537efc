#include "algorithms/decentralised/admm_round.hpp"

#include <cmath>

#include "algorithms/decentralised/rounds.hpp"

namespace dpsco {

AdmmRound::AdmmRound(const Problem& problem,
                     const Agents& agents,
                     const Network& network,
                     const AdmmConstants& constants,
                     const RunContext& context)
    : agents_(agents),
      network_(network),
      c_(constants),
      d_(std::size_t(problem.data.dimension())),
      dual_(std::size_t(agents.size()) * d_, 0.0),
      half_(dual_.size()),
      place_(dual_.size()),
      gradient_(dual_.size()) {
  for (int i = 0; i < agents.size(); ++i) {
    weight_.push_back(weight_stream(context, i));
    if (!c_.linearised)
      solvers_.emplace_back(
          problem, agents.rows(i), double(agents.size()) / double(problem.facts.n), c_.smoothness);
  }
}

void AdmmRound::update(int i, std::span<const double> x, std::span<double> next, double tolerance) {
  const auto own = row_of(x, i, d_);
  const auto dual = row_of(dual_, i, d_), half = row_of(half_, i, d_),
             place = row_of(place_, i, d_), g = row_of(gradient_, i, d_);
  // v_i, kept in `next` until it is used up.
  const double degree = network_.degree(i);
  for (std::size_t l = 0; l < d_; ++l) next[l] = degree * own[l];
  for (const int j : network_.neighbours(i)) add(-1, DenseRow{row_of(x, j, d_)}, next);
  if (c_.linearised) agents_.gradient(i, own, g);
  for (std::size_t l = 0; l < d_; ++l) {
    const double v = next[l], u = c_.r > 0 ? weight_[std::size_t(i)].uniform() : 0.5;
    dual[l] -= c_.zeta * v;
    const double rho = c_.rho0 + c_.r * (2 * u - 1);
    half[l] = c_.r * std::abs(v) / c_.D;
    place[l] = v > 0 ? 1 - u : u;  // a larger penalty pulls against the sign of v
    if (c_.linearised) {
      next[l] = own[l] - (rho * v + g[l] - dual[l]) / c_.D;
    } else {
      g[l] = dual[l] - rho * v + c_.D * own[l];
      next[l] = own[l];
    }
  }
  if (!c_.linearised) solvers_[std::size_t(i)].solve(c_.D, g, next, tolerance);
}

}  // namespace dpsco
