// Corollary 1 of Ma, Marinov and Zhang: the regret of the single pass, divided by T.
//
// Statement   (1/T) sum_t E F(w_t) - F(w) <= (lambda~_T/(2T)) (||w||^2 + beta0 log det(I +
// (T/lambda~_T)
//               H)) + eta G^2/2, lambda~_T = sum_t lambda_t, which is H_T/eta for lambda_t = 1/(t
//               eta).
// Derivation  As printed but for half the log-det term, which their Lemma 4 loses; it holds after
//             averaging over the sample too, since H bounds the population Hessian only.
// Note        Of an average that is not released, so no measured risk is compared with it.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022Corollary1 final : Bound {
  static constexpr Card card{.name = "ma2022-corollary-1",
                             .doc =
                                 "average regret of the single pass: lambda~ (|w|^2 + beta0 log "
                                 "det)/(2T) + eta G^2/2; a known spectrum is oracle",
                             .cites = "ma2022, Proposition 1 and Corollary 1",
                             .risk = "",
                             .iterate = "average of the laws (not released)",
                             .constants = "derived"};
  static std::vector<Param<Ma2022Corollary1>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
