// Noisy full-batch gradient descent.
//
// Problem     min_w mean_i phi(<w, x_i>, y_i) over ||w|| <= R (projection = ball) or R^d (none);
//             phi convex, G-Lipschitz where the iterates live.
// Method      w_0 = 0; T updates
//               w <- Pi_R[w - eta (grad F(w) + N(0, sigma^2 I))];
//             iterate = average: the mean of w_0..w_T. last: w_T.
//             T = n^2 mu^2/(4 q), where the noise's term of the bound reaches the
//             gradient's, but at most max_steps; q = d, or without projection the rank
//             of the design (declared, else min(n, d)). step = theory: R/(B sqrt(T + 1))
//             with B^2 = (G + lambda R)^2 + q sigma^2, for the last iterate
//             R/(B sqrt((T + 1)(1 + H_T))). fixed: eta0/(2 G sqrt T). With a regulariser eta is at
//             most 1/lambda: beyond, shrinkage overshoots.
// Privacy     all iterates: T Gaussian mechanisms, one record moves the mean by at most
//             G/n (2 G/n if replaced): noise multiplier n sigma/G. Under add_remove n is the
//             declared one.
// Utility     lambda = 0, excess empirical risk of the average:
//             R B/sqrt(T + 1) = R G sqrt(1/T + q (sigma/G)^2/T): the regret of T + 1 noisy
//             subgradients. Without projection the same holds on span(X): the part of w there moves
//             as if the rest did not exist, noise orthogonal to all rows changes no loss, and only
//             q coordinates of noise are in B (R = ||w||; Song et al.). Last iterate: the recursion
//             of docs/design.md, "PNSGD".
// Reference   R. Bassily, A. Smith, A. Thakurta 2014 [bassily2014]; S. Song, T. Steinke,
//             O. Thakkar, A. Thakurta. Evading the Curse of Dimensionality in Unconstrained Private
//             GLMs, 2021 [song2021].
// Deviations  Noise by the budget's accountant; constants derived here, none is quoted.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct NoisyGd final : Algorithm {
  double eta0 = 10;
  std::int64_t max_steps = 1000;
  std::string projection = "ball", iterate = "average", step = "theory";

  static constexpr Card card{.name = "noisy-gd",
                             .doc = "noisy full-batch gradient descent, projected or not",
                             .cites = "bassily2014; song2021",
                             .needs = needs_lipschitz_on_ball | needs_generalised_linear,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out"};
  static std::vector<Param<NoisyGd>> parameters() {
    return {real("eta0", &NoisyGd::eta0, {1e-9, 1e9}, "||w||", "step scale of step = fixed"),
            whole("max_steps", &NoisyGd::max_steps, {1, 1e9}, "", "cap on T"),
            word("projection",
                 &NoisyGd::projection,
                 "ball none",
                 "onto ||w|| <= R after each step, or not: then the rank takes the place of d"),
            word("iterate", &NoisyGd::iterate, "average last", "what is released"),
            word("step",
                 &NoisyGd::step,
                 "theory fixed",
                 "the bound's minimiser, or eta0 / (2 G sqrt T)")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
