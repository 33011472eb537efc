// One round of ADMM with random penalties, linearised or with exact subproblems: what the methods
// share besides their noise.
#pragma once

#include <vector>

#include "algorithms/decentralised/admm_penalties.hpp"
#include "algorithms/decentralised/agents_run.hpp"
#include "algorithms/decentralised/local_solver.hpp"

namespace dpsco {

/// State of one run. At x^0 = 0, lambda_i^0 = 0; round k computes from what was sent
///   v_i = sum_{j in N_i} (x_i - x_j),  lambda_i <- lambda_i - zeta v_i,
///   rho_i[l] uniform on [rho0 - r, rho0 + r], fresh, and
///   linearised  x_i+ = x_i - (rho_i v_i + grad f_i(x_i) - lambda_i)/D
///   exact       grad f_i(x_i+) + D x_i+ = lambda_i - rho_i v_i + D x_i.
class AdmmRound {
 public:
  /// `run` must outlive it. `tolerance`: of exact subproblems, see LocalSolver. `measured`: keep
  /// what half_width() and place() tell.
  AdmmRound(AgentsRun& run, const AdmmConstants& constants, double tolerance, bool measured);
  /// next [d] <- agent i's update from x. Touches only what belongs to i.
  void update(int i, const AgentVectors& x, std::span<double> next);
  /// All agents have updated: counts their gradients.
  void count();

  /// If measured, of the last update of agent i: [d] half the width of the interval that the random
  /// penalty makes, and where in [0, 1] it fell. For the realised loss.
  std::span<const double> half_width(int i) const { return half_.of(i); }
  std::span<const double> place(int i) const { return place_.of(i); }

 private:
  AgentsRun& run_;
  AdmmConstants c_;
  double tolerance_;
  bool measured_;
  std::vector<LocalSolver> solvers_{};     ///< [N] if exact
  std::vector<std::int64_t> evaluated_{};  ///< [N] records' gradients of the last round
  AgentVectors dual_, half_, place_, gradient_;
};

}  // namespace dpsco
