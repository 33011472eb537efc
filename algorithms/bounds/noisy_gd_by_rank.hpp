// Noisy full-batch gradient descent on a generalised linear loss without projection, averaged: the
// rank of the data takes the place of d.
//
// Statement   As noisy-gd-by-d with r, the declared bound on the rank of the rows' distribution
// (else
//             d), for d.
// Derivation  Iterates projected onto the span of all possible rows obey the same recursion with
//             r-dimensional noise, and no loss sees the rest. The rank of the training rows alone,
//             at most n, would do for the empirical risk but not here: fresh rows leave their span.
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
                             .risk = "excess_population_risk",
                             .iterate = "average",
                             .constants = "derived"};
  static std::vector<Param<NoisyGdByRank>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
