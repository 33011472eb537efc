// Non-private full-batch gradient descent.
//
// Problem     min F, F(w) = mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2, over ||w|| <= R
//             (projection = ball) or R^d; phi convex, L-smooth.
// Method      w = 0; T times w <- Pi[w - grad F(w)/(L + lambda)].
// Privacy     none: the ledger says non_private.
// Utility     F(w) - F(w*) <= (L + lambda) ||w*||^2 / (2 T), last iterate: a step at most keeps
//             F(w_{t+1}) - F(w*) <= (L + lambda)/2 (||w_t - w*||^2 - ||w_{t+1} - w*||^2); sum over
//             t, and F falls.
// Reference   Y. Nesterov. Lectures on Convex Optimization. 2018, section 2.1.5. [nesterov2018]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Gd final : Algorithm {
  std::int64_t steps = 100;
  std::string projection = "none";

  static constexpr Card card{.name = "gd",
                             .doc = "non-private full-batch gradient descent, step 1/L",
                             .cites = "nesterov2018",
                             .needs = needs_smooth};
  static std::vector<Param<Gd>> parameters() {
    return {whole("steps", &Gd::steps, {1, 100'000'000}, "", "T"),
            word("projection", &Gd::projection, "none ball", "onto ||w|| <= R, or not")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
