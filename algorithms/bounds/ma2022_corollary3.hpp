// Corollary 3 of Ma, Marinov and Zhang with its log-determinant kept: the sharpest form of the
// single-pass bound.
//
// Statement   E F(w_T) - F(w) <= lambda~ ||w||^2/(2T) + (lambda~ beta0/(2T)) log det(I +
// (T/lambda~) H)
//               + (1 + H_{T-1}) eta G^2/2, lambda~ = sum_t lambda_t.
// Derivation  01 section 1, row Cor 3. The trace form is this with log det(I + A) <= tr A. Without
// a
//             known spectrum the log-det is at most r log(1 + tr/r), r the rank bound or d.
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
