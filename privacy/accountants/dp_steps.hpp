// A ledger as a list of (epsilon, delta)-DP steps, the input of the composition theorems.
//
// Accepts     pure, approximate; laplace (epsilon = sensitivity / scale); exponential_noise_l2
//             (epsilon = rate * sensitivity); laplace_uniform_mixture (its worst case,
//             mixture.hpp); heterogeneous ones of these; and these after Poisson sampling under
//             add_remove (epsilon' = log(1 + q (e^epsilon - 1)), delta' = q delta) or m-of-n
//             sampling under replace_one (the same with q = m/n); selection of pure runs
//             (selection.hpp).
// Reference   B. Balle, G. Barthe, M. Gaboardi. Privacy Amplification by Subsampling. Theorems 8
//             and 9. [balle2018]
#pragma once

#include <vector>

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// `count` adaptive uses of an (epsilon, delta)-DP mechanism.
struct DpStep {
  double epsilon = 0, delta = 0;
  std::int64_t count = 1;
};

/// The steps of a ledger, equal neighbours merged; a Skip names the event that has no pure or
/// approximate guarantee. non_private has epsilon = infinity.
Outcome<std::vector<DpStep>> dp_steps(const Ledger& ledger);

/// log(1 + q (e^epsilon - 1)) without overflow. pre: 0 <= q <= 1, epsilon >= 0.
double amplified_epsilon(double epsilon, double q);

/// Sums over the uses of all steps, in nats, rounded to nearest.
struct StepSums {
  double epsilon = 0;       ///< sum epsilon
  double squares = 0;       ///< sum epsilon^2
  double excess = 0;        ///< sum epsilon (e^epsilon - 1), may be infinite
  double tanh = 0;          ///< sum epsilon tanh(epsilon / 2)
  double delta = 0;         ///< sum delta
  double log_survival = 0;  ///< sum log(1 - delta)
};
StepSums sums(const std::vector<DpStep>& steps);

/// What the steps' own deltas leave of `delta` when they add up; at most `delta`, may be <= 0.
double additive_slack(const StepSums& sums, double delta);
/// The d with 1 - (1 - d) prod (1 - delta_i) = delta, rounded down; may be <= 0.
double multiplicative_slack(double log_survival, double delta);

}  // namespace dpsco
