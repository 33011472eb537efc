// Theorem 1 of Ma, Marinov and Zhang as printed, to be compared with the corrected one. It claims
// nothing here: with T = n the pass needs 1.8 n records, and its first two terms don't follow from
// the proof.
//
// Statement   log(n) G (||w||^2/eta0 + 1.5 eta0)/sqrt n + eta0^2 log(1/delta) tr(H)/(e^2 n), where
//             the theorem promises (2 e, delta): e = epsilon/2.
// Tuned       Without a plan eta0 is the best one for this very formula up to 4 G sqrt(n)/L, where
//             eta = 2/L.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022Theorem1Printed final : Bound {
  static constexpr Card card{.name = "ma2022-theorem-1-printed",
                             .doc =
                                 "Theorem 1 as printed: ln n G (|w|^2/eta0 + 1.5 eta0)/sqrt n + "
                                 "eta0^2 ln(1/delta) tr/(e^2 n), e = epsilon/2",
                             .cites = "ma2022, Theorem 1",
                             .version = 2,
                             .risk = "excess_population_risk",
                             .iterate = "last iterate",
                             .constants = "printed"};
  static std::vector<Param<Ma2022Theorem1Printed>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
