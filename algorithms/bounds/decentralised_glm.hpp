// Decentralised gradient descent on a generalised linear loss: free of the dimension.
//
// Statement   f at the agents' mean, averaged over k < K, is above its minimum by at most
//               R^2/(2 eta K) + eta G^2 (1/2 + 3/(1 - q)) + 3 G sigma sqrt(K/N + 1/(1 - q^2)),
//             sigma the standard deviation of one coordinate of an agent's noise on the step,
//             q = ||W - J||, fixed weights. No d; but sigma of pure-epsilon noise on the whole
//             vector grows with d, so it needs (epsilon, delta).
// Derivation  Split x = y + S, S^{k+1} = W S^k + noise; the mean of y has
//             no noise in its recursion, and the loss sees S through <z, S> alone, whose standard
//             deviation is sigma ||z|| sqrt(sum of squared weights). Two of the three last terms
//             carry f from y to its mean, one from there to x.
// Deviations  As decentralised-gd.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct DecentralisedGlm final : Bound {
  static constexpr Card card{
      .name = "decentralised-glm",
      .doc = "dgd and dp-dgd on generalised linear losses, average: no d beside the noise scale",
      .cites = "xiao2019, the theorem's place",
      .family = "decentralised",
      .risk = "excess_empirical_risk",
      .iterate = "average",
      .constants = "derived"};
  static std::vector<Param<DecentralisedGlm>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
