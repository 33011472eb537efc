// Noisy projected SGD over one pass of growing batches, last iterate: the bound that grows with d.
//
// Statement   E F(w_T) - F(w) <= ||w||^2/(2 eta T) + (1 + H_{T-1}) (eta/2) (G^2 + d sigma^2/eta^2)
// for
//             ||w|| <= R, sigma the noise on the iterate.
// Derivation  01 section 6.2: the last-iterate argument of ma2022's Corollary 3 without shrinkage;
// a
//             projection onto a ball that holds w only helps.
// Tuned       Without a plan the best step, R G sqrt((1 + H_{T-1})/T (1 + 8 d/(kappa T mu^2))), the
//             step that `step = theory` takes.
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
