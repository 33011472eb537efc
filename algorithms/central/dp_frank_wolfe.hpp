// Private Frank-Wolfe on the l1 ball: a noisy choice among 2d corners a step.
//
// Problem     min_w (1/n) sum_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2 over ||w||_1 <= C.
// Method      w_1 = 0; for t = 1..T: score(+-j) = +-C (grad F(w))_j + Lap(s); the corner v of the
//             least score; w <- (1 - mu) w + mu v, mu = 2/(t + 2). Full gradients; last iterate.
// Privacy     the regulariser is data-free, so replacing a record moves each score by at most D =
//             2 L_1 C/n, ||grad phi_i||_inf <= L_1. Report-noisy-min with Laplace noise of scale s
//             is 2 D/s-DP: T events pure{4 L_1 C/(n s)}, replace_one, all iterates published.
//             zero_out moves scores by half of that.
// Utility     O~(1/(n epsilon)^(2/3)) excess risk at T ~ (n epsilon)^(2/3), log d only (shape).
// Reference   K. Talwar, A. Thakurta, L. Zhang. Nearly Optimal Private LASSO. 2015. [talwar2015]
// Deviations  s from the budget's accountant: the printed scale L_1 C sqrt(8 T log(1/delta))/(n
//             epsilon) is too small under replace_one.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct DpFrankWolfe final : Algorithm {
  double ball = 0;
  std::int64_t steps = 20;

  static constexpr Card card{.name = "dp-frank-wolfe",
                             .doc = "private Frank-Wolfe on the l1 ball, noisy choice of corners",
                             .cites = "talwar2015",
                             .needs = needs_lipschitz_on_ball,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one zero_out"};
  static std::vector<Param<DpFrankWolfe>> parameters() {
    return {real("ball", &DpFrankWolfe::ball, {0, 1e9}, "||w||_1", "C; 0: R, inside the l2 ball"),
            whole("steps", &DpFrankWolfe::steps, {1, 1e7}, "steps", "T")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
