// Prices of laplace_uniform_mixture: Laplace noise plus random weights, on a vector release.
//
// Method      A record's shift s is any vector within the stated norms: max norm S_inf, L2 norm
//             S_2, L1 norm S_1. The loss is a sum over independent coordinates, so its Renyi
//             divergence is sum_l D(s_l), and at worst
//   pure      max sum rate_l |s_l| <= min(largest rates filled up to S_inf each and S_1 in all,
//             ||rate||_2 S_2). Random weights do not help here: the worst case is attained.
//   zCDP, RDP D(s_l) <= c_l s_l^2 (numeric/laplace_uniform_renyi.hpp), so at most the knapsack
//             max sum c_l t_l over t_l <= S_inf^2, sum t_l <= min(S_2^2, S_inf S_1): the adversary
//             puts the shift where the weights hide least. The mean over coordinates would be
//             wrong.
// Direction   upper. Adjacency: the one under which the norms are stated.
// Reference   docs/local_privacy.md has the proofs.
#pragma once

#include <functional>

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// epsilon of one release, rounded up; a Skip if no norm is stated.
Outcome<double> mixture_pure_epsilon(const LaplaceUniformMixture& mixture);
/// rho with D_a <= a rho for every a > 1; never above mixture_pure_epsilon^2 / 2.
Outcome<double> mixture_rho(const LaplaceUniformMixture& mixture);
/// D_a as a function of the order a >= 1; what does not depend on a is computed once.
Outcome<std::function<double(double)>> mixture_curve(const LaplaceUniformMixture& mixture);
/// epsilon -> delta of a release of one coordinate, as a profile from above; a Skip for more.
Outcome<PrivacyProfile> mixture_profile(const LaplaceUniformMixture& mixture);

}  // namespace dpsco
