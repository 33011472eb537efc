// Corollary 2 of Ma, Marinov and Zhang for the multi-pass algorithm's average, with the first-order
// Wasserstein stability term.
//
// Statement   E F(average) - F(w) <= ||w||^2/(2 T eta_T) + (beta0/(2 T eta_T)) log det(I + eta_T T
// H)
//               + sum eta_t G^2/(2T) + (2 G^2/(n T)) sum eta_t (t - 1).
// Derivation  01 sections 1 and 4.4: gradient steps at eta_{t-1} (eq. (3) prints eta_t), half the
//             log-det, and E||w_s - w'_s|| <= c_s (E||w_{s-1} - w'_{s-1}|| + 2 G eta_{s-1}/n),
//             which gives 2 G eta_t (t-1)/n without the conditions of their Lemma 5.
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
