// Corollary 1 of Ma, Marinov and Zhang: the regret of Algorithm 1, divided by T.
//
// Statement   (1/T) sum_t E F(w_t) - F(w)
//               <= (lambda~/(2T)) (||w||^2 + beta0 log det(I + (T/lambda~) H))
//                  + G^2 sum_t eta_t/(2T),
//             lambda~ = sum_t lambda_t; F is the population risk for the single pass, the training
//             risk for the multi pass, whose records come again.
// Derivation  Proposition 1 divided by T, for a law p that does not depend on the sample:
//               (1/T) sum_t E F(w_t) <= F(p) + (lambda~ beta0/T) KL(p, N(0, beta0 I))
//                                       + G^2 sum_t eta_t/(2T).
//             At p = N(w, S), S = beta0 (I + (T/lambda~) H)^-1, F(p) <= F(w) + tr(H S)/2, and the
//             divergence is (||w||^2 + tr S - d beta0 - beta0 log det(S/beta0))/(2 beta0): the
//             traces sum to 0 and half the printed log-determinant is left, which their Lemma 4
//             loses. H bounds the population's Hessian, so the mean is over the sample too.
// Note        Of an average that is not released, so no measured risk is compared with it.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022Corollary1 final : Bound {
  static constexpr Card card{.name = "ma2022-corollary-1",
                             .doc =
                                 "average regret of Algorithm 1: lambda~ (|w|^2 + beta0 log "
                                 "det)/(2T) + G^2 mean eta/2; a known spectrum is oracle",
                             .cites = "ma2022, Proposition 1 and Corollary 1",
                             .version = 2,
                             .risk = "",
                             .iterate = "average of the laws (not released)",
                             .constants = "derived"};
  static std::vector<Param<Ma2022Corollary1>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
