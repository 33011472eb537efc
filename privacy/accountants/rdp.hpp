// Renyi differential privacy over a continuous order, with two conversions to (epsilon, delta).
//
// Accepts     gaussian, gdp, zcdp, noisy_iteration, tree_aggregation, laplace, pure, approximate
//             (its delta is spent before the conversion), exponential_noise_l2, rdp_curve, sampled
//             ones as in sampled_renyi.hpp, heterogeneous ones, and selection as in selection.hpp.
// Method      D_alpha adds up over events (renyi_sum.hpp); epsilon is the minimum over alpha of
//   rdp-mironov   D_alpha + log(1/delta)/(alpha - 1)                          (the paper's Lemma 1)
//   rdp           D_alpha + log(1 - 1/alpha) - log(alpha delta)/(alpha - 1)   (tighter)
//             Every order gives a valid upper bound, so the search for the best one can't hurt; for
//             a true Renyi curve the function of alpha has one minimum. The note has the order, and
//             a warning if it is at an end of the search.
// Direction   upper; `without_replacement = direction-a` makes it an estimate where it is used.
// Reference   I. Mironov. Renyi Differential Privacy. Proposition 3. [mironov2017]
//             C. Canonne, G. Kamath, T. Steinke. The Discrete Gaussian. Proposition 12, the same
//             inequality as B. Balle et al. Hypothesis Testing Interpretations, 2020, Theorem 21.
//             [canonne2020] [balle2020]
#pragma once

#include <string>

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
                             .cites = "canonne2020, Proposition 12; balle2020, Theorem 21"};
  static std::vector<Param<RdpAccountant>> parameters() {
    return {
        word("without_replacement",
             &RdpAccountant::without_replacement,
             "bound direction-a",
             "sampling without replacement: a proved bound, or the worst pair known (estimate)")};
  }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;

  std::string without_replacement = "bound";
};

}  // namespace dpsco
