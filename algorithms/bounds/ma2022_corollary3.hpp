// Corollary 3 of Ma, Marinov and Zhang with its log-determinant kept: the sharpest form of the
// single-pass bound.
//
// Statement   E F(w_T) - F(w)
//               <= lambda~ ||w||^2/(2T) + (lambda~ beta0/(2T)) log det(I + (T/lambda~) H)
//               + (1 + H_{T-1}) eta G^2/2, lambda~ = sum_t lambda_t.
// Derivation  Their proof: the recursion of Shamir and Zhang from the last iterate to the
//             average of all, whose regret is ma2022-corollary-1. Each of its T - 1 steps
//             compares a law with that one gradient step before, at W2 distance <= eta G:
//             eta G^2/(2 (k + 1) (k + 2)), and eta G^2/(2 (k + 2)) of gradients, together
//             eta G^2/(2 (k + 1)), sum H_{T-1} eta G^2/2; their (k + 1)^2 for (k + 1) (k + 2) and
//             log T are looser. Their regulariser is written as if it did not change with t; what
//             is needed is that lambda_t does not increase, so that an earlier law is not charged
//             more later. The trace form is this with log det(I + A) <= tr A. Without a known
//             spectrum the log-det is at most r log(1 + (T/lambda~) tr/r), r the rank bound or d.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022Corollary3 final : Bound {
  static constexpr Card card{
      .name = "ma2022-corollary-3",
      .doc =
          "Corollary 3 with the log-determinant in place of the trace; a known spectrum is oracle",
      .cites = "ma2022, Corollary 3",
      .risk = "excess_population_risk",
      .iterate = "last iterate",
      .constants = "derived"};
  static std::vector<Param<Ma2022Corollary3>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
