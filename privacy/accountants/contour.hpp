// Numeric composition of Gaussian-type mechanisms by the tilted contour integral.
//
// Accepts     gaussian, gdp, tree-like and iterated events with a Gaussian parameter (all
// adjacencies);
//             poisson_sampled of those under add_remove and zero_out (both directions, composed
//             separately) and, as an estimate, under replace_one; sampled_without_replacement of
//             those under replace_one; heterogeneous over any of them.
// Method      privacy/numeric/contour_curve.hpp: relative accuracy of delta at any
//             size, aliasing, truncation, quadrature and rounding inside the bounds.
// Bounds      upper, with a lower bound beside it. Without replacement the upper bound is the
//             symmetric pair's, the lower one attained by a data set; the composed pair itself is
//             not known to be attained, so the gap is real. A tight composition is open. Under
//             poisson sampling and replace_one no proof covers the pair: `estimate`.
// Refuses     near-discrete laws (few steps at a small rate): a Skip that names 'pld'.
// Reference   B. Balle, G. Barthe, M. Gaboardi. Privacy Amplification by Subsampling. Advanced
//             joint convexity. [balle2018]
//             Y. Zhu, J. Dong, Y.-X. Wang. Optimal Accounting of Differential Privacy via
//             Characteristic Function. [zhu2022]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct ContourAccountant final : Accountant {
  static constexpr Card card{.name = "contour",
                             .doc = "numeric composition by a tilted contour integral, both bounds",
                             .cites = "zhu2022, composition of dominating pairs"};
  static std::vector<Param<ContourAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
