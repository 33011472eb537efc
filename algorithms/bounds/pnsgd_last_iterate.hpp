// Noisy projected SGD over one pass of growing batches, last iterate: the bound that grows with d.
//
// Statement   E F(w_T) - F(w) <= ||w||^2/(2 eta T) + (1 + H_{T-1}) (eta/2) (G^2 + d sigma^2/eta^2)
//             for ||w|| <= R, sigma the noise on the iterate.
// Derivation  Over any last k + 1 iterates and any w in the ball, the mean risk is above F(w) by at
//             most E||w_{T-k} - w||^2/(2 eta (k + 1)) + eta B^2/2, B^2 = G^2 + d sigma^2/eta^2 the
//             second moment of a noisy gradient. With w = w_{T-k-1}, one step away (eta B), the
//             mean S_k over the last k + 1 obeys S_k <= S_{k+1} + eta B^2/(2 (k + 1)); from the
//             mean of all, R^2/(2 eta T) + eta B^2/2, that adds H_{T-1} eta B^2/2: ma2022's
//             Corollary 3 without shrinkage. A projection onto a ball that holds w only helps.
// Tuned       Without a plan the step that `step = theory` takes, with value
//             R G sqrt((1 + H_{T-1})/T (1 + 8 d/(kappa T mu^2))), or 2/L if that is shorter.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct PnsgdLastIterate final : Bound {
  static constexpr Card card{
      .name = "pnsgd-last-iterate",
      .doc = "PNSGD: |w|^2/(2 eta T) + (1 + H_{T-1}) eta (G^2 + d sigma^2/eta^2)/2, grows with d",
      .cites = "feldman2020, last iterate by the technique of ma2022, Corollary 3",
      .risk = "excess_population_risk",
      .iterate = "last iterate",
      .constants = "derived"};
  static std::vector<Param<PnsgdLastIterate>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
