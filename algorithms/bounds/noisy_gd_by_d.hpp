// Noisy full-batch gradient descent, averaged: the bound that grows with d.
//
// Statement   E F(average) - F(w) <= ||w||^2/(2 eta T) + (eta/2)(G^2 + d s^2) + G^2 eta T/n, s the
// noise
//             on the gradient.
// Derivation  E||w_{t+1} - w||^2 <= E||w_t - w||^2 - 2 eta E(F_S(w_t) - F_S(w)) + eta^2 (G^2 + d
//             s^2), a projection onto a ball that holds w only helps; sum and divide by 2 eta T.
//             Stability: steps with eta <= 2/L expand no distance, so after t of them one replaced
//             record moves the iterate by 2 G eta t/n at most, and the population's risk is above
//             the training risk by G times that, averaged over t G^2 eta T/n.
// Tuned       Without a plan T -> infinity with S = eta T fixed and s^2 = 4 G^2 T/(n mu)^2:
//             R^2/(2S) + S (G^2/n + 2 d G^2/(n mu)^2), at its best S G R sqrt(2/n + 4 d/(n mu)^2).
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct NoisyGdByD final : Bound {
  static constexpr Card card{
      .name = "noisy-gd-by-d",
      .doc = "full-batch noisy GD, average: G R sqrt(2/n + 4 d/(n mu)^2) at the best step",
      .cites = "bassily2019, shape",
      .risk = "excess_population_risk",
      .iterate = "average",
      .constants = "derived"};
  static std::vector<Param<NoisyGdByD>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
