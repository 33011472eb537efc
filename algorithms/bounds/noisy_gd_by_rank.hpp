// Noisy full-batch gradient descent on a generalised linear loss without projection, averaged: the
// rank of the data takes the place of d.
//
// Statement   As noisy-gd-by-d with r = min(n, d, the declared rank) for d.
// Derivation  Training risk: iterates projected onto the span of the training rows, of dimension r
//             at most, obey the same recursion with r-dimensional noise, and no training loss sees
//             the rest. Fresh records do, but they enter by the stability term alone, which couples
//             two runs with the same noise in all of R^d: whatever its dimension, it drops out.
// Tuned       Without a plan: G R sqrt(2/n + 4 r/(n mu)^2).
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct NoisyGdByRank final : Bound {
  static constexpr Card card{.name = "noisy-gd-by-rank",
                             .doc =
                                 "full-batch noisy GD without projection, average: noise outside "
                                 "the row space is never seen, so rank for d",
                             .cites = "song2021, shape",
                             .version = 2,
                             .risk = "excess_population_risk",
                             .iterate = "average",
                             .constants = "derived"};
  static std::vector<Param<NoisyGdByRank>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
