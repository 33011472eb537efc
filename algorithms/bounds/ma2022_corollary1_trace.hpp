// Corollary 1 of Ma, Marinov and Zhang with the trace in place of the log-determinant.
//
// Statement   (1/T) sum_t E F(w_t) - F(w) <= lambda~ ||w||^2/(2T) + (beta0/2) tr(H)
//               + G^2 sum_t eta_t/(2T), F as in ma2022-corollary-1.
// Derivation  That with log det(I + A) <= tr A; or its proof at p = N(w, beta0 I).
// Note        Of an average that is not released, so no measured risk is compared with it.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022Corollary1Trace final : Bound {
  static constexpr Card card{.name = "ma2022-corollary-1-trace",
                             .doc =
                                 "average regret of Algorithm 1 with the trace: lambda~ "
                                 "|w|^2/(2T) + beta0 tr/2 + G^2 mean eta/2",
                             .cites = "ma2022, Proposition 1 and Corollary 1",
                             .risk = "",
                             .iterate = "average of the laws (not released)",
                             .constants = "derived"};
  static std::vector<Param<Ma2022Corollary1Trace>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
