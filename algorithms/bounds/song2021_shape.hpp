// Private GD on generalised linear losses, empirical risk (Song et al. 2021).
//
// Its constants were not verified against the text, so they are 1 here: a shape to hold beside
// curves, no promise about a run.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Song2021Shape final : Bound {
  static constexpr Card card{.name = "song2021",
                             .doc = "shape only, constant 1: G R sqrt(min(rank, n))/(eps n)",
                             .cites = "song2021, generalised linear losses",
                             .risk = "excess_empirical_risk",
                             .iterate = "output",
                             .constants = "shape only"};
  static std::vector<Param<Song2021Shape>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
