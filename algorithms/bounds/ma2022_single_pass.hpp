// Excess population risk that Theorem 1 of Ma, Marinov and Zhang promises, with its constants
// corrected.
//
// Statement   E F(w_T) - F(w) <= G H_T ||w||^2 / (eta0 sqrt T) + (1 + H_{T-1}) eta0 G / (4 sqrt T)
//               + (beta0 / 2) tr(H)  for every w, with the T, eta0 and beta0 that were planned.
// Derivation  Corollary 3 with lambda_t = 1/(t eta):
//             H_T ||w||^2/(2 T eta) + (1 + H_{T-1}) eta G^2/2 + log-det, eta = eta0/(2 G sqrt T),
//             and (H_T beta0/(2 T eta)) log det(I + (T eta/H_T) H) <= (beta0/2) tr(H).
// Tuned       Without a plan eta0 is the best one up to 4 G sqrt(T)/L, where eta = 2/L, with
//             beta0 = F(T) eta0^2/(T mu^2) by exact GDP (tuning.hpp, privacy_factor_harmonic).
// Deviations  T = T(n), not n; H_T for log T (the printed lambda~_T <= log(T)/eta is false); the
//             printed first two terms don't follow from the proof when ||w||/eta0 is large. A run
//             with smaller batches than the paper's has the same bound: no term depends on them.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022SinglePass final : Bound {
  static constexpr Card card{.name = "ma2022-single-pass",
                             .doc =
                                 "corrected Theorem 1: G H_T |w|^2/(eta0 sqrt T) + (1+H_{T-1}) "
                                 "eta0 G/(4 sqrt T) + beta0 tr/2",
                             .cites = "ma2022, Theorem 1 and Corollary 3",
                             .risk = "excess_population_risk",
                             .iterate = "last iterate",
                             .constants = "derived"};
  static std::vector<Param<Ma2022SinglePass>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
