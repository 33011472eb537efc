// Numeric composition of Gaussian-type mechanisms by the tilted contour integral.
//
// Accepts     gaussian, gdp, tree-like and iterated events with a Gaussian parameter (all
//             adjacencies); poisson_sampled of those under add_remove and zero_out (both
//             directions, composed separately) and, gaussian ones, under replace_one;
//             sampled_without_replacement of those under replace_one; heterogeneous over any of
//             them.
// Method      privacy/numeric/contour_curve.hpp: relative accuracy of delta at any
//             size, aliasing, truncation, quadrature and rounding inside the bounds.
// Bounds      upper, with a lower bound beside it. Without replacement the upper bound is the
//             symmetric pair's, the lower one attained by a data set; the composed pair itself is
//             not known to be attained, so the gap is real. A tight composition is open.
//             Poisson sampling under replace_one has the same upper pair, at the widest distance of
//             the record's value, its other value and its absence (2 C): given the others' sample
//             the release is P = (1-q) A + q B against P' = (1-q) A + q B', so for a >= 1 advanced
//             joint convexity gives H_a(P||P') <= q H_{a'}(B || (1-b) A + b B'), a' = 1 + (a-1)/q,
//             at most q times the Gaussian profile of that distance at a'; a < 1 by exchanging the
//             roles. That is the profile of the symmetric pair, and pairs compose adaptively. Below
//             it the mixtures at opposite ends, attained by a record and its opposite.
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
