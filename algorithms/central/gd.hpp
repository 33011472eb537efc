// Non-private full-batch gradient descent.
//
// Problem     min_w (1/n) sum_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2 over R^d; L-smooth losses.
// Method      w_1 = 0; w <- w - grad F(w)/(L + lambda), T times; output the last iterate.
// Privacy     none: the ledger says non_private.
// Utility     F(w_{T+1}) - F(w*) <= (L + lambda) ||w*||^2/(2 T) for any minimiser w*: sum the
//             descent inequality F(w_{t+1}) - F(w*) <= (L + lambda)/2 (||w_t - w*||^2 -
//             ||w_{t+1} - w*||^2), and F falls.
// Reference   A. Cauchy 1847; the bound is derived here.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Gd final : Algorithm {
  std::int64_t steps = 1000;

  static constexpr Card card{.name = "gd",
                             .doc = "non-private gradient descent, full batches, step 1/L",
                             .needs = needs_smooth};
  static std::vector<Param<Gd>> parameters() {
    return {whole("steps", &Gd::steps, {1, 1e8}, "steps", "T")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
