// Noisy full-batch gradient descent.
//
// Problem     min_w (1/n) sum_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2, over ||w|| <= R (projection
// =
//             ball) or R^d (none); phi convex and G-Lipschitz where the iterates live.
// Method      w_1 = 0; for t = 1..T: w <- Pi[w - eta (grad F(w) + N(0, sigma^2 I))]; output the
//             average of w_1..w_T, or w_{T+1} (iterate = last).
//             step = fixed: eta = eta0/(2 G sqrt T). step = theory: the minimiser of
//             R^2/(2 eta T) + (eta/2)(G^2 + r sigma^2), r = d with projection and the bound on the
//             rank without: eta = R / sqrt(T (G^2 + r sigma^2)).
// Privacy     T Gaussian releases of the sum over n, divided by the declared n: one record
//             contributes at most C = G/n to a gradient, so adding one moves it by C and replacing
//             one by 2 C. All iterates may be published.
// Utility     bounds noisy-gd-by-d (projected) and noisy-gd-by-rank (not).
// Reference   R. Bassily, A. Smith, A. Thakurta 2014 (projected) [bassily2014]; S. Song, T.
// Steinke,
//             O. Thakkar, A. Thakurta 2021 (generalised linear losses, unconstrained) [song2021].
// Deviations  Noise from the budget's accountant, not from a published formula.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct NoisyGd final : Algorithm {
  double eta0 = 10;
  std::int64_t steps = 100;
  std::string projection = "ball", step = "fixed", iterate = "average";

  static constexpr Card card{.name = "noisy-gd",
                             .doc = "noisy full-batch gradient descent, projected or not",
                             .cites = "bassily2014; song2021",
                             .needs = needs_lipschitz_on_ball,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out"};
  static std::vector<Param<NoisyGd>> parameters() {
    return {real("eta0", &NoisyGd::eta0, {1e-9, 1e9}, "||w||", "step scale of step = fixed"),
            whole("steps", &NoisyGd::steps, {1, 1e7}, "steps", "T"),
            word("projection", &NoisyGd::projection, "ball none", "onto ||w|| <= R, or not"),
            word("step", &NoisyGd::step, "fixed theory", "eta0/(2 G sqrt T), or the bound's best"),
            word("iterate", &NoisyGd::iterate, "average last", "what is released and measured")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
