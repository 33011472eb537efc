// Non-private stochastic gradient descent: one pass, batch 1, last iterate.
//
// Problem     min_w mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2, unconstrained.
// Method      w_1 = 0; for each record i once, in random order:
//               w <- w - eta (grad phi_i(w) + lambda w),  eta = eta0 / (2 G sqrt n), at most
//             1/lambda: beyond, shrinkage overshoots.
// Privacy     none: the ledger says non_private.
// Reference   H. Robbins, S. Monro 1951; step as in docs/design.md, "Untuned arms".
// Cost        O(nnz) a step on sparse rows: w = scale v, so that the shrinkage is one
//             multiplication.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Sgd final : Algorithm {
  double eta0 = 32;

  static constexpr Card card{.name = "sgd",
                             .doc = "non-private SGD, one pass, last iterate",
                             .cites = "robbins1951",
                             .needs = needs_lipschitz};
  static std::vector<Param<Sgd>> parameters() {
    return {
        real("eta0", &Sgd::eta0, {1e-9, 1e9}, "||w||", "step scale: eta = eta0 / (2 G sqrt n)")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
