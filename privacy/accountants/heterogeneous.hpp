// Strong composition of different (epsilon_i, delta_i)-DP steps.
//
// Accepts     what has an (epsilon, delta) guarantee of its own (dp_steps.hpp).
// Method      `form` chooses:
//   tight     the smallest of sum epsilon_i and of the forms of strong_composition.hpp (default)
//   printed   Ma-Marinov-Zhang, Proposition 5: sqrt(2 log(2/delta) sum epsilon_i^2) +
//             sum epsilon_i (e^epsilon_i - 1), half of delta for the steps' own deltas
// Direction   upper; infinite if the steps' own deltas exceed their share; the note names the form.
// Reference   P. Kairouz, S. Oh, P. Viswanath 2015, Theorem 3.5. [kairouz2015]
//             Y.-A. Ma, T. Marinov, T. Zhang 2022, Proposition 5. [ma2022]
#pragma once

#include <string>

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct HeterogeneousAccountant final : Accountant {
  static constexpr Card card{.name = "heterogeneous",
                             .doc = "strong composition of different steps",
                             .cites = "kairouz2015, Theorem 3.5; ma2022, Proposition 5"};
  static std::vector<Param<HeterogeneousAccountant>> parameters() {
    return {word("form",
                 &HeterogeneousAccountant::form,
                 "tight printed",
                 "tight forms, or Proposition 5 as printed")};
  }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;

  std::string form = "tight";
};

}  // namespace dpsco
