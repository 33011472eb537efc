// Zero-concentrated differential privacy with its standard conversion.
//
// Accepts     gaussian, gdp, noisy_iteration, tree_aggregation, heterogeneous
//             gaussian (rho = mu^2/2), zcdp, and what has a pure epsilon or
//             (epsilon, delta) (rho = epsilon^2/2, the delta spent before the
//             conversion; dp_steps.hpp).
// Method      rho = sum rho_i; epsilon = rho + 2 sqrt(rho log(1/delta)). An upper bound.
// Reference   M. Bun, T. Steinke. Concentrated Differential Privacy. Propositions 1.3, 1.4,
//             Lemma 1.7. [bun2016]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct ZcdpAccountant final : Accountant {
  static constexpr Card card{.name = "zcdp",
                             .doc = "zCDP composition, epsilon = rho + 2 sqrt(rho log(1/delta))",
                             .cites = "bun2016, Proposition 1.3 and Lemma 1.7"};
  static std::vector<Param<ZcdpAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
