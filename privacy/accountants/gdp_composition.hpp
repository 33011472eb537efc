// Gaussian differential privacy of a ledger: mu_i-GDP events compose to sqrt(sum mu_i^2)-GDP,
// exactly (Dong, Roth, Su 2022, Corollary 3.3).
#pragma once

#include <span>

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// mu^2 of noisy iteration, last iterate released, each record in one batch:
///   mu^2 = max_t s_t^2 P_t^2 / sum_{r >= t} sigma_r^2 P_r^2,  P_r = prod_{q > r} c_q.
/// Derivation (docs/design.md, "Amplification by iteration"): couple the two chains by their noise
/// and move the mean over by shifts a_r, sum_r a_r P_r = s_t P_t; each step is a Gaussian mechanism
/// of sensitivity a_r, adaptive composition adds (a_r / sigma_r)^2, Cauchy-Schwarz picks the best
/// a_r. An upper bound for every convex loss; attained by linear losses without earlier noise.
/// Infinite if a record's batch is followed by no noise; 0 for no updates or no sensitivity.
double noisy_iteration_squared_mu(const IterationArrays& arrays);
/// The same with the update (0-based) at which a record costs most.
struct IterationCost {
  double squared_mu = 0;
  std::size_t position = 0;
};
IterationCost noisy_iteration_cost(const IterationArrays& arrays);

/// mu^2 of the whole ledger: gaussian, gdp, noisy_iteration, tree_aggregation, heterogeneous ones
/// of gaussian and tree_aggregation; infinite for non_private. A Skip names the event that is not
/// GDP.
Outcome<double> squared_mu(const Ledger& ledger);

}  // namespace dpsco
