// The lower bound for general convex Lipschitz losses (Bassily, Smith, Thakurta 2014): d enters.
// Bounds without d assume more (a trace, a rank, smooth generalised linear losses).
//
// Statement   G R min{1, 1/sqrt n + sqrt(d)/(eps n)}: the zero predictor's excess risk is at most
//             G R, so no lower bound can be above that.
//
// The shape of the lower bound; its constant is unknown here and set to 1: something to hold beside
// curves, no promise about a run.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct LowerBoundShape final : Bound {
  static constexpr Card card{.name = "lower-bound",
                             .doc =
                                 "shape of the lower bound for general convex losses, constant "
                                 "unknown: G R min{1, 1/sqrt n + sqrt(d)/(eps n)}",
                             .cites = "bassily2014, lower bound",
                             .version = 2,
                             .risk = "excess_population_risk",
                             .iterate = "output",
                             .constants = "shape only"};
  static std::vector<Param<LowerBoundShape>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
