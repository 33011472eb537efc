// Exact composition of Gaussian mechanisms, and of noisy iteration by its GDP bound.
//
// Accepts     gaussian, gdp, noisy_iteration, tree_aggregation, heterogeneous gaussian or tree, in
//             any mix and number; answers `unsupported` otherwise.
// Method      mu^2 = sum mu_i^2, then epsilon from
//               delta(epsilon) = Phi(-epsilon/mu + mu/2) - e^epsilon Phi(-epsilon/mu - mu/2),
//             rounded up. A record is in at most 1 + floor(log2 leaves) nodes of a tree.
// Direction   exact for gaussian and gdp events (no accountant can prove less of them); upper when
//             noisy iteration or a tree takes part.
// Adjacency   any; sensitivities follow the ledger's.
// Reference   J. Dong, A. Roth, W. J. Su. Gaussian Differential Privacy. Corollaries 2.13, 3.3.
//             [dong2022]
//             Noisy iteration: shifted interpolation, J. Bok, W. Su, J. M. Altschuler 2024.
//             [bok2024]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct GdpAccountant final : Accountant {
  static constexpr Card card{.name = "gdp",
                             .doc = "exact Gaussian composition; amplification by iteration",
                             .cites = "dong2022, Corollaries 2.13 and 3.3; bok2024"};
  static std::vector<Param<GdpAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
