// Proposition 2 of Ma, Marinov and Zhang with first-order Wasserstein stability, which needs
// eta_1 <= 2/L and nothing of Lemma 5, and is smaller.
//
// Statement   2 G^2 eta_T (T - 1)/n.
// Derivation  Replace one of n records and keep the noise and the draws. Gradient steps with
//             eta_1 <= 2/L expand no distance and the other record is drawn with probability 1/n,
//             so E||w_s - w'_s|| <= c_s (E||w_{s-1} - w'_{s-1}|| + 2 G eta_{s-1}/n), from 0 at
//             s = 1. Divide by eta_s = c_s eta_{s-1}: the quotient grows by 2 G/n a step. The loss
//             is G-Lipschitz, so the gap is at most G E||w_T - w'_T||.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Ma2022Proposition2W1 final : Bound {
  static constexpr Card card{
      .name = "ma2022-proposition-2-w1",
      .doc =
          "generalisation gap of the multi pass at T by W1 stability, eta_1 <= 2/L: 2 G^2 eta_T "
          "(T-1)/n",
      .cites = "ma2022, Proposition 2 with first-order stability",
      .risk = "",
      .iterate = "last iterate",
      .constants = "derived"};
  static std::vector<Param<Ma2022Proposition2W1>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
