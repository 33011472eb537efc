// Smooth generalised linear losses (Arora et al. 2022): free of d once d is large, before ma2022.
//
// Statement   G R/sqrt n + L R^2 min{(n eps)^(-2/3), sqrt(d)/(n eps)}, L the smoothness in w: like
//             a risk it doubles with the loss. Which of the loss's constants stands where, and
//             every number, is not taken from the text: a shape to hold beside curves, constant 1,
//             no promise about a run.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Arora2022Shape final : Bound {
  static constexpr Card card{.name = "arora2022",
                             .doc =
                                 "shape only, constant 1: G R/sqrt n + L R^2 min{1/(n "
                                 "eps)^(2/3), sqrt(d)/(n eps)}",
                             .cites = "arora2022, smooth generalised linear losses",
                             .version = 2,
                             .risk = "excess_population_risk",
                             .iterate = "output",
                             .constants = "shape only"};
  static std::vector<Param<Arora2022Shape>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
