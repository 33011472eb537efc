// Noisy full-batch gradient descent, averaged: the bound that grows with d.
//
// Statement   E F(average) - F(w) <= ||w||^2/(2 eta (T + 1)) + (eta/2)(G^2 + d s^2) + G^2 eta T/n,
//             s the noise on the gradient, the average that of the start and all T updates.
// Derivation  E||w_{t+1} - w||^2 <= E||w_t - w||^2 - 2 eta E(F_S(w_t) - F_S(w))
//               + eta^2 (G^2 + d s^2),
//             a projection onto a ball that holds w only helps; sum over the T + 1 points
//             averaged, one more step from the last being imagined, and divide by 2 eta (T + 1).
//             Stability: steps with eta <= 2/L expand no distance, so after t of them one replaced
//             record moves the iterate by 2 G eta t/n at most, and the population's risk is above
//             the training risk by G times that, averaged over t G^2 eta T/n.
// Tuned       Without a plan T -> infinity with S = eta T fixed and s^2 = m^2 G^2 T/(n mu)^2, m = 2
//             under replace_one and 1 under add_remove and zero_out:
//             R^2/(2S) + S (G^2/n + m^2 d G^2/(2 n^2 mu^2)), for m = 2 at its best S
//             G R sqrt(2/n + 4 d/(n mu)^2).
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct NoisyGdByD final : Bound {
  static constexpr Card card{
      .name = "noisy-gd-by-d",
      .doc = "full-batch noisy GD, average: G R sqrt(2/n + 4 d/(n mu)^2) at the best step",
      .cites = "bassily2019, shape",
      .version = 2,
      .risk = "excess_population_risk",
      .iterate = "average",
      .constants = "derived"};
  static std::vector<Param<NoisyGdByD>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
