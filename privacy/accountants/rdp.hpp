// Renyi differential privacy over a continuous order, with two conversions to (epsilon, delta).
//
// Accepts     gaussian, gdp, noisy_iteration, zcdp, pure.
// Method      D_alpha adds up over events; epsilon is the minimum over alpha of
//   rdp-mironov   D_alpha + log(1/delta)/(alpha - 1)                          (the paper's Lemma 1)
//   rdp           D_alpha + log(1 - 1/alpha) - log(alpha delta)/(alpha - 1)   (tighter)
//             Every order gives a valid upper bound, so the search for the best one can't hurt.
// Reference   I. Mironov. Renyi Differential Privacy. Proposition 3. [mironov2017]
//             C. Canonne, G. Kamath, T. Steinke. The Discrete Gaussian. Proposition 12.
//             [canonne2020]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct RdpMironovAccountant final : Accountant {
  static constexpr Card card{.name = "rdp-mironov",
                             .doc = "Renyi DP, converted as in Mironov 2017",
                             .cites = "mironov2017, Proposition 3"};
  static std::vector<Param<RdpMironovAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

struct RdpAccountant final : Accountant {
  static constexpr Card card{.name = "rdp",
                             .doc = "Renyi DP, converted as in Canonne, Kamath and Steinke 2020",
                             .cites = "canonne2020, Proposition 12"};
  static std::vector<Param<RdpAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
