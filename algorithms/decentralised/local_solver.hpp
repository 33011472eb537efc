// One agent's subproblem of ADMM, solved to a stated residual.
#pragma once

#include <span>
#include <vector>

#include "algorithms/decentralised/local_objectives.hpp"

namespace dpsco {

/// Newton's method with conjugate gradients on f_i(x) + (q/2)||x||^2 - <c, x>, f_i as in
/// local_objectives.hpp. A step that does not lessen the residual is halved, and replaced by a
/// gradient step of length 1/(smoothness + q), which always does. O(nnz of the agent's rows) a
/// product.
class LocalSolver {
 public:
  /// Of agent i. `objectives` must outlive it; `smoothness` bounds that of f_i (it may be infinite:
  /// then there is no gradient step to fall back to).
  LocalSolver(const LocalObjectives& objectives, int i, double smoothness);
  /// x [d] <- the root of grad f_i(x) + q x = c [d] up to a residual of L2 norm `tolerance`, hence
  /// within tolerance/(q + lambda) of it, started at x. If x or c is not finite, the run
  /// has diverged, it returns with an x that is of no use. Returns how many gradients of
  /// records it took. Throws std::runtime_error if the residual is not reached, which takes numbers
  /// so large that doubles do not hold it. pre: q + lambda > 0, tolerance > 0.
  std::int64_t solve(double q, std::span<const double> c, std::span<double> x, double tolerance);

 private:
  /// residual_ <- grad f_i(x) + q x - c and curvature_ at x; returns ||residual_||.
  double evaluate(double q, std::span<const double> c, std::span<const double> x);
  /// out <- (hessian of f_i + q I) p.
  void product(double q, std::span<const double> p, std::span<double> out) const;
  /// direction_ <- about (hessian + q I)^{-1} residual_.
  void newton_direction(double q, double accuracy);

  const Problem& problem_;
  const Data& data_;
  Index first_;  ///< of the agent's rows in data_
  double scale_, smoothness_;
  std::int64_t evaluated_ = 0;
  std::vector<double> curvature_;  ///< [b], scale included
  std::vector<double> residual_, direction_, cg_residual_, search_, product_, start_;  ///< [d]
};

}  // namespace dpsco
