// Advanced composition of one mechanism used k times.
//
// Accepts     steps with an (epsilon, delta) guarantee of their own (dp_steps.hpp), all the same.
// Method      the smallest of  k epsilon                                              (basic)
//             epsilon sqrt(2 k log(1/d)) + k epsilon (e^epsilon - 1)                  (DRV10)
//             k epsilon tanh(epsilon/2) + epsilon sqrt(2 k log(1/d))                  (KOV tanh)
//             k epsilon tanh(epsilon/2) + epsilon sqrt(2 k log(e + epsilon sqrt(k)/d))  (KOV log)
//             with the slack d = delta - k delta_0 (DRV10), 1 - (1 - delta)/(1 - delta_0)^k (KOV).
// Direction   upper; the note names the winner.
// Reference   C. Dwork, G. Rothblum, S. Vadhan 2010, Theorem III.3. [dwork2010]
//             P. Kairouz, S. Oh, P. Viswanath. The Composition Theorem for Differential Privacy.
//             Theorem 3.4. [kairouz2015]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct AdvancedAccountant final : Accountant {
  static constexpr Card card{.name = "advanced",
                             .doc = "advanced composition of equal steps, the best known form",
                             .cites = "dwork2010, Theorem III.3; kairouz2015, Theorem 3.4"};
  static std::vector<Param<AdvancedAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
