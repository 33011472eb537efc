// The paper's own formula for Algorithm 1, single pass: Proposition 4 with Lemma 1.
//
// Accepts     one noisy_iteration event with the schedule "ma2022" under replace_one.
// Claim       D_alpha <= 2 alpha eta^2 G^2 / beta0 (Proposition 4), converted
//             by D_alpha + log(1/delta)/(alpha-1) (Lemma 1) at the best alpha,
//             which is the paper's: epsilon = rho + 2 sqrt(rho log(1/delta)),
//             rho = 2 eta^2 G^2 / beta0 = step_sensitivity^2 / (2 beta0).
// Direction   upper: with the batch index corrected the true
//             factor F = mu^2 beta0 / step_sensitivity^2 is below 1 (docs/design.md), so
//             Proposition 4 holds. F is computed, not believed: if it exceeds 1 the answer is
//             labelled `estimate`.
// Reference   Y.-A. Ma, T. Marinov, T. Zhang 2022, Lemma 1, Proposition 4, Theorem 1. [ma2022]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct PaperAccountant final : Accountant {
  static constexpr Card card{.name = "paper",
                             .doc = "the formula of Ma, Marinov and Zhang for Algorithm 1",
                             .cites = "ma2022, Proposition 4 and Lemma 1",
                             .adjacencies = "replace_one"};
  static std::vector<Param<PaperAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
