// Full-batch Langevin: Algorithm 1's technique with full gradients, infinitely many small steps.
//
// Statement   min over S, k of (1 + k) R^2/(2S) + (2 G^2 S/(n k)) (1 - (1 - e^-k)/k)
//               + G^2 S^2 tr/(n^2 mu^2 k).
// Derivation  01 section 6.2: lambda_t = k/(T eta), S = eta T, W1 stability, trace for the log-det.
// Note        A limit: no plan with finitely many steps is covered.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct FullBatchLangevinBound final : Bound {
  static constexpr Card card{
      .name = "full-batch-langevin",
      .doc = "full-batch Langevin, T to infinity: free of d and of logarithms",
      .cites = "ma2022, technique of Corollary 2; constants derived",
      .risk = "excess_population_risk",
      .iterate = "average",
      .constants = "derived"};
  static std::vector<Param<FullBatchLangevinBound>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
