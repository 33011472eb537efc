// Corollary 3 of Ma, Marinov and Zhang with lambda_1 = 1/eta and lambda_t = 1/(T eta) for t >= 2.
//
// Statement   E F(w_T) - F(w) <= (2 - 1/T) G ||w||^2/(eta0 sqrt T)
//               + (1 + H_{T-1}) eta0 G/(4 sqrt T) + (beta0/2) tr(H).
// Derivation  Their proof needs lambda_t non-increasing and uses sum_t lambda_t alone, here
//             (2 - 1/T)/eta instead of H_T/eta: the logarithm on ||w||^2 goes.
// Tuned       Without a plan eta0 is the best one up to 4 G sqrt(T)/L, where eta = 2/L, with
//             beta0 = F eta0^2/(T mu^2) by exact GDP, F <= 1 (tuning.hpp, privacy_factor_constant).
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022ConstantLambda final : Bound {
  static constexpr Card card{
      .name = "ma2022-constant-lambda",
      .doc = "Algorithm 1 with lambda_1 = 1/eta, lambda_t = 1/(T eta): no logarithm on |w|^2",
      .cites = "ma2022, proofs of Corollary 3 with another lambda",
      .risk = "excess_population_risk",
      .iterate = "last iterate",
      .constants = "derived"};
  static std::vector<Param<Ma2022ConstantLambda>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
