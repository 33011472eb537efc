// Noisy SGD, empirical risk (Bassily, Smith, Thakurta 2014).
//
// Its constants were not verified against the text, so they are 1 here: a shape to hold beside
// curves, no promise about a run.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Bassily2014Shape final : Bound {
  static constexpr Card card{
      .name = "bassily2014",
      .doc = "shape only, constant 1: G R ln^1.5(n/delta) sqrt(d ln(1/delta))/(n eps)",
      .cites = "bassily2014, empirical risk",
      .risk = "excess_empirical_risk",
      .iterate = "output",
      .constants = "shape only"};
  static std::vector<Param<Bassily2014Shape>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
