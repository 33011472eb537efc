// Corollary 2 of Ma, Marinov and Zhang for the multi-pass algorithm's average, with the first-order
// Wasserstein stability term.
//
// Statement   E F(average) - F(w)
//               <= ||w||^2/(2 T eta_T) + (beta0/(2 T eta_T)) log det(I + eta_T T H)
//               + sum eta_t G^2/(2T) + (2 G^2/(n T)) sum eta_t (t - 1).
// Derivation  Training risk of the average: ma2022-corollary-1 with lambda~ = 1/eta_T, since
//             lambda_t = 1/eta_t - 1/eta_{t-1} telescope; gradient steps at eta_{t-1}, where
//             eq. (3) prints eta_t. Fresh records: ma2022-proposition-2-w1 says
//             2 G^2 eta_t (t - 1)/n at step t, without the conditions of their Lemma 5 but
//             eta_1 <= 2/L; its mean is the last term.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022Corollary2 final : Bound {
  static constexpr Card card{.name = "ma2022-corollary-2",
                             .doc =
                                 "multi pass: |w|^2/(2 T eta_T) + log-det + step and stability "
                                 "terms (W1); a known spectrum is oracle",
                             .cites = "ma2022, Corollary 2 and Theorem 2",
                             .risk = "excess_population_risk",
                             .iterate = "average",
                             .constants = "derived"};
  static std::vector<Param<Ma2022Corollary2>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
