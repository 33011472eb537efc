// Noisy full-batch gradient descent on a generalised linear loss without projection, averaged: the
// rank of the data takes the place of d.
//
// Statement   As noisy-gd-by-d with r = min(rank, n, d) for d.
// Derivation  Iterates projected onto the span of the training rows obey the same recursion with
//             r-dimensional noise, and training losses see nothing else; the part outside adds
//             noise to fresh margins only if fresh rows leave that span, so as a population bound
//             it needs a rank bound of the distribution (declared); otherwise it bounds the
//             empirical risk.
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
                             .cites = "song2021, shape; constants derived",
                             .risk = "excess_population_risk",
                             .iterate = "average",
                             .constants = "derived"};
  static std::vector<Param<NoisyGdByRank>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
