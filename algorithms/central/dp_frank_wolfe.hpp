// DP Frank-Wolfe on the l1 ball: pick a corner by report noisy max, move towards it.
//
// Problem     min F(w) = mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2 over ||w||_1 <= C, phi
//             convex.
// Method      w = 0; for t = 0..T-1: score the 2 d corners v = +-C e_j by <v, grad F(w)>, full
//             gradient; take the corner whose score plus noise is smallest; w <- (1 - mu) w + mu v,
//             mu = 2/(t+2). noise = laplace: a fresh Laplace variable of scale s for each corner.
//             noise = gumbel: minus a Gumbel variable of scale s (the exponential mechanism). w has
//             at most T entries that aren't zero.
// Privacy     replace_one, add_remove, zero_out (n declared), all corners released. Records bound
//             ||grad phi||_inf by L_1 = |slope| ||x||_inf, so a changed record moves a score by
//             at most D = k L_1 C/n, k = 2 under replace_one, else 1. Both noises are (2 D/s)-DP
//             a step: the ledger is T times pure{2 D/s}, that is 4 L_1 C/(n s) under replace_one,
//             and the budget's accountant finds s. lambda w touches no record.
// Utility     T of order (n epsilon)^(2/3) gives O~(1/(n epsilon)^(2/3)), log d only; shape only.
// Reference   K. Talwar, A. Thakurta, L. Zhang. Nearly Optimal Private LASSO. 2015. [talwar2015]
// Deviations  The printed scale L_1 C sqrt(8 T log(1/delta))/(n epsilon) is too small under
//             replace_one: it is not used. steps 0 takes T = (n epsilon)^(2/3), at most `cap`.
// Cost        O(nnz(X) + d) a step and 2 d noise variables.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct DpFrankWolfe final : Algorithm {
  double radius = 0;
  std::int64_t steps = 0, cap = 100;
  std::string noise = "laplace";

  static constexpr Card card{.name = "dp-frank-wolfe",
                             .doc = "Frank-Wolfe on the l1 ball with noisy corners, sparse iterate",
                             .cites = "talwar2015",
                             .needs = needs_lipschitz_on_ball,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out"};
  static std::vector<Param<DpFrankWolfe>> parameters() {
    return {word("noise", &DpFrankWolfe::noise, "laplace gumbel", "law of the noise on the scores"),
            real("radius", &DpFrankWolfe::radius, {0, 1e9}, "||w||_1", "C; 0: the facts' R"),
            whole("steps",
                  &DpFrankWolfe::steps,
                  {0, 1'000'000},
                  "",
                  "T; 0: (n epsilon)^(2/3), at most cap"),
            whole("cap", &DpFrankWolfe::cap, {1, 1'000'000}, "", "largest T of steps = 0")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
