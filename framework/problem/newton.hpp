// Newton's method with conjugate gradients for a regularised, linearly perturbed objective: the
// solver behind the reference optimum and behind every method that releases a perturbed minimiser.
//
// Objective   J(w) = (1/records) sum_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2 + <linear, w>,
//             lambda the problem's own l2 weight plus a ridge.
// Method      (H + lambda I) p = grad J to a relative residual min(0.1, sqrt ||grad J||), halving
//             the step until the value falls (Armijo), or, where rounding hides that, the gradient.
// Reference   J. Nocedal, S. Wright. Numerical Optimization. 2006, Algorithm 7.1. [nocedal2006]
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "framework/problem/problem.hpp"

namespace dpsco {

/// J without its ridge, and its derivatives at one point; curvatures are kept for Hessian products.
class SmoothObjective {
 public:
  /// `records` divides the sum of losses: under add_remove the declared number, otherwise n.
  /// `linear` [d] or empty. Both arguments must outlive the objective. pre: records >= 1.
  SmoothObjective(const Problem& problem, Index records, std::span<const double> linear = {});

  /// Moves to w [d]: fills `gradient` [d] and returns the value.
  double move_to(const std::vector<double>& w, std::vector<double>& gradient);
  /// out <- (Hessian + ridge I) v at the last point.
  void hessian_times(const std::vector<double>& v, double ridge, std::vector<double>& out) const;

 private:
  const Problem& problem_;
  double lambda_, records_;
  std::span<const double> linear_;
  std::vector<double> weights_;  ///< [n] curvatures / records
};

/// x with ||(H + ridge I) x - b|| <= tolerance, by conjugate gradients; stops early on a flat
/// direction.
std::vector<double> solve_hessian(const SmoothObjective& objective,
                                  double ridge,
                                  const std::vector<double>& b,
                                  double tolerance);

/// A point with its value and gradient, both without the ridge.
struct NewtonPoint {
  std::vector<double> w{}, gradient{};
  double value = 0;
  int steps = 0;  ///< Newton steps spent so far

  /// ||gradient + ridge w||.
  double slope(double ridge) const;
};
/// w = 0.
NewtonPoint newton_start(SmoothObjective& objective, Index d);

/// Damped Newton steps from `at` until slope(ridge) <= tolerance, at.steps = max_steps or no step
/// helps. The caller asks slope() which it was.
void newton(
    SmoothObjective& objective, double ridge, double tolerance, int max_steps, NewtonPoint& at);

}  // namespace dpsco
