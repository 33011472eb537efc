// Theorem 2 of Ma, Marinov and Zhang with explicit constants: Corollary 2 with the trace.
//
// Statement   E F(average) - F(w) <= ||w||^2/(2 T eta_T) + (beta0/2) tr(H) + sum eta_t G^2/(2T)
//               + (2 G^2/(n T)) sum eta_t (t - 1). With the theorem's own steps the first term is
//             G ||w||^2 sqrt(2 log(2.5 T^2/(n delta)))/(eta0 sqrt n), the second
//             (eta0^2 n/(2T)) tr.
// Derivation  ma2022-corollary-2 with log det(I + A) <= tr A. Their third term
//             eta0 G/sqrt(n log(1/delta)) hides a constant that grows with n; the one here
//             is bounded.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022Theorem2 final : Bound {
  static constexpr Card card{
      .name = "ma2022-theorem-2",
      .doc = "multi pass, explicit: |w|^2/(2 T eta_T) + beta0 tr/2 + step and stability terms (W1)",
      .cites = "ma2022, Theorem 2",
      .risk = "excess_population_risk",
      .iterate = "average",
      .constants = "derived"};
  static std::vector<Param<Ma2022Theorem2>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
