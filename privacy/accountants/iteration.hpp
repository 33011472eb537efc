// Privacy amplification by iteration: the last iterate of noisy steps on disjoint batches.
//
// Accepts     noisy_iteration events, any sequence of sensitivities, noises and contractions; in
//             any number (independent runs compose as Gaussian mechanisms).
// Method      mu^2 = max_t s_t^2 P_t^2 / sum_{r >= t} sigma_r^2 P_r^2,  P_r = prod_{q > r} c_q, the
//             maximum over the record's position (gdp_composition.hpp); epsilon of mu-GDP.
// Direction   upper; attained within 3 % by losses whose maps forget what came before
//             (iteration_test.cpp).
// Reference   V. Feldman, I. Mironov, K. Talwar, A. Thakurta 2018. [feldman2018]  As GDP: J. Bok,
//             W. Su, J. Altschuler. Shifted Interpolation for Differential Privacy, 2024. [bok2024]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct IterationAccountant final : Accountant {
  static constexpr Card card{
      .name = "iteration",
      .doc = "amplification by iteration, maximum over the record's position",
      .cites = "feldman2018; bok2024"};
  static std::vector<Param<IterationAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

/// mu of the last iterate of `steps` noisy full-batch steps that all use the record: contraction c
/// a step, each alone `per_step_mu`-GDP:
///   mu = per_step_mu sqrt((1 - c^t)(1 + c) / ((1 + c^t)(1 - c))),  sqrt(t) per_step_mu for c = 1.
/// Attained by quadratics (Bok, Su, Altschuler 2024, Theorem 4.1). pre: 0 <= c <= 1, steps >= 0.
double hidden_state_mu(double contraction, std::int64_t steps, double per_step_mu);

}  // namespace dpsco
