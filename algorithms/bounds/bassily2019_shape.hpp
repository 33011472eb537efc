// Optimal private stochastic convex optimisation (Bassily et al. 2019, Feldman et al. 2020).
//
// Its constants were not verified against the text, so they are 1 here: a shape to hold beside
// curves, no promise about a run.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Bassily2019Shape final : Bound {
  static constexpr Card card{
      .name = "bassily2019",
      .doc = "shape only, constant 1: G R (1/sqrt n + sqrt(d ln(1/delta))/(eps n))",
      .cites = "bassily2019; feldman2020; ma2022, which quotes them",
      .risk = "excess_population_risk",
      .iterate = "output",
      .constants = "shape only"};
  static std::vector<Param<Bassily2019Shape>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
