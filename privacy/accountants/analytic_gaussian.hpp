// The analytic Gaussian mechanism.
//
// Accepts     gaussian events only, in any number: k of them with ratios sensitivity/noise mu_i are
//             one Gaussian mechanism with mu^2 = sum mu_i^2, also adaptively.
// Method      the smallest epsilon >= 0 with
//               Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu) <= delta,
//             in logs, rounded up by 1e-13.
// Direction   exact. Adjacency: any; sensitivities follow the ledger's.
// Reference   B. Balle, Y.-X. Wang. Improving the Gaussian Mechanism for Differential Privacy.
//             Theorem 8. [balle2018gaussian]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct AnalyticGaussianAccountant final : Accountant {
  static constexpr Card card{.name = "analytic-gaussian",
                             .doc = "the exact price of Gaussian noise",
                             .cites = "balle2018gaussian, Theorem 8"};
  static std::vector<Param<AnalyticGaussianAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
