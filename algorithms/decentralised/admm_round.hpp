// One round of ADMM with random penalties, linearised or with exact subproblems: what the methods
// share besides their noise.
#pragma once

#include <vector>

#include "algorithms/decentralised/admm_penalties.hpp"
#include "algorithms/decentralised/local_solver.hpp"

namespace dpsco {

/// State of one run. At x^0 = 0, lambda_i^0 = 0; round k computes from what was sent
///   v_i = sum_{j in N_i} (x_i - x_j),  lambda_i <- lambda_i - zeta v_i,
///   rho_i[l] uniform on [rho0 - r, rho0 + r], fresh, and
///   linearised  x_i+ = x_i - (rho_i v_i + grad f_i(x_i) - lambda_i)/D
///   exact       grad f_i(x_i+) + D x_i+ = lambda_i - rho_i v_i + D x_i.
class AdmmRound {
 public:
  /// `agents`, `problem` and `network` must outlive it.
  AdmmRound(const Problem& problem,
            const Agents& agents,
            const Network& network,
            const AdmmConstants& constants,
            const RunContext& context);
  /// next [d] <- agent i's update from x [N, d]. Touches only what belongs to i. `tolerance`: of
  /// exact subproblems, see LocalSolver.
  void update(int i, std::span<const double> x, std::span<double> next, double tolerance);

  /// Of the last update of agent i: half the width of the interval of coordinate l that the random
  /// penalty makes, and where in [0, 1] it fell. For the realised loss.
  double half_width(int i, std::size_t l) const { return half_[std::size_t(i) * d_ + l]; }
  double place(int i, std::size_t l) const { return place_[std::size_t(i) * d_ + l]; }

 private:
  const Agents& agents_;
  const Network& network_;
  AdmmConstants c_;
  std::size_t d_;
  std::vector<Stream> weight_;
  std::vector<LocalSolver> solvers_;                    ///< [N] if exact
  std::vector<double> dual_, half_, place_, gradient_;  ///< [N, d]
};

}  // namespace dpsco
