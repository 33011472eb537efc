// The lower bound for general convex Lipschitz losses (Bassily, Smith, Thakurta 2014): d enters.
// Bounds without d assume more (a trace, a rank, smooth generalised linear losses).
//
// Its constants were not verified against the text, so they are 1 here: a shape to hold beside
// curves, no promise about a run.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct LowerBoundShape final : Bound {
  static constexpr Card card{.name = "lower-bound",
                             .doc =
                                 "shape only: G R (1/sqrt n + sqrt(d)/(eps n)), what no private "
                                 "method can beat on general convex losses",
                             .cites = "bassily2014, lower bound; constant 1",
                             .risk = "excess_population_risk",
                             .iterate = "output",
                             .constants = "shape only"};
  static std::vector<Param<LowerBoundShape>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
