// Composition theorems for (epsilon, delta)-DP steps, as functions of their sums (dp_steps.hpp).
// Each holds at a total delta that adds the slack to the steps' own deltas: additively for DRV10,
// as 1 - (1 - slack) prod (1 - delta_i) for the other two.
#pragma once

#include "privacy/accountants/dp_steps.hpp"

namespace dpsco {

/// sqrt(2 sum epsilon^2 log(1/slack)) + sum epsilon (e^epsilon - 1): Dwork, Rothblum, Vadhan 2010,
/// Theorem III.3, heterogeneous. pre: 0 < slack < 1. Infinite if epsilon is large.
double drv10_epsilon(const StepSums& sums, double slack);
/// sum epsilon tanh(epsilon/2) + sqrt(2 sum epsilon^2 log(1/slack)): Kairouz, Oh, Viswanath 2015,
/// Theorem 3.5, third form. pre: as above.
double kov_tanh_epsilon(const StepSums& sums, double slack);
/// The same with log(e + sqrt(sum epsilon^2) / slack), second form: better if sum epsilon^2 < 1.
double kov_log_epsilon(const StepSums& sums, double slack);

/// The smallest of the theorems above and of plain addition at a total `delta`, with its name.
struct Composed {
  double epsilon = 0;
  const char* theorem = "";
  double slack = 0;  ///< what the theorem added to the steps' own deltas
};
Composed best_composition(const StepSums& sums, double delta);

}  // namespace dpsco
