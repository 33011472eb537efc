// What the two forms of Corollary 1 share: the sums of its regret over the iterates of Algorithm 1.
#pragma once

#include "framework/contracts.hpp"

namespace dpsco {

struct AverageRegret {
  double T = 0, beta0 = 0;
  double shrinkage = 0;  ///< lambda~ = sum_t lambda_t
  double mean_step = 0;  ///< sum_t eta_t / T

  /// lambda~ ||w||^2/(2T).
  double distance(double norm_of_w) const { return shrinkage * norm_of_w * norm_of_w / (2 * T); }
};

/// Of the planned schedule: H_T/eta or (2 - 1/T)/eta and eta for the single pass; 1/eta_T and the
/// mean of eta_t for the multi pass, whose lambda_t = 1/eta_t - 1/eta_{t-1} telescope. Skip: other
/// plans, none, or facts that unmet() names.
Outcome<AverageRegret> average_regret(const BoundQuery& query);

}  // namespace dpsco
