// Smooth generalised linear losses (Arora et al. 2022): free of d once d is large, before ma2022.
//
// Its constants were not verified against the text, so they are 1 here: a shape to hold beside
// curves, no promise about a run.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Arora2022Shape final : Bound {
  static constexpr Card card{
      .name = "arora2022",
      .doc = "shape only: G R/sqrt n + min{(G R)^2/(n eps)^(2/3), sqrt(d) (G R)^2/(n eps)}",
      .cites = "arora2022, smooth generalised linear losses; recalled, constant 1",
      .risk = "excess_population_risk",
      .iterate = "output",
      .constants = "shape only"};
  static std::vector<Param<Arora2022Shape>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
