// Lipschitz generalised linear losses (Arora et al. 2022): the rank of the design enters while it
// is small, nothing once it is large.
//
// Statement   G R (1/sqrt n + min{1/sqrt(n eps), sqrt(min(rank, n))/(n eps)}). The rank is the
//             declared one or d, at most n: the design has n rows. Its constants are not taken from
//             the text: a shape to hold beside curves, constant 1, no promise about a run.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Arora2022LipschitzShape final : Bound {
  static constexpr Card card{
      .name = "arora2022-lipschitz",
      .doc =
          "shape only, constant 1: G R (1/sqrt n + min{1/sqrt(n eps), sqrt(min(rank, n))/(n eps)})",
      .cites = "arora2022, Lipschitz generalised linear losses",
      .risk = "excess_population_risk",
      .iterate = "output",
      .constants = "shape only"};
  static std::vector<Param<Arora2022LipschitzShape>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
