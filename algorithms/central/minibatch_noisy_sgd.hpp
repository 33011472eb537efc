// Mini-batch noisy SGD of Bassily, Feldman, Talwar and Thakurta: a few steps on large batches,
// their average released.
//
// Problem     min_{||w|| <= R} E phi(<w, x>, y); phi convex, L-smooth, G-Lipschitz on the ball.
// Method      w_0 = 0; T = min(n/8, epsilon^2 n^2/(32 d log(1/delta))) updates, at least 1, on
//             batches of m = max(n sqrt(epsilon/(4T)), 1) records drawn afresh:
//               w <- Pi_R[w - eta (g + lambda w + N(0, sigma^2 I))],
//               eta = min(R/(G sqrt T), 2/(L + lambda)); mean of w_0..w_T.
// Privacy     replace_one, all iterates: T Gaussian mechanisms on a uniform batch each, noise
//             multiplier sigma m/G. noise = published:
//             sigma^2 = 8 T G^2 log(1/delta)/(n epsilon)^2, constants not verified against the
//             source, nor those of T and m; the ledger says what is really spent. calibrated: the
//             budget's accountant (contour, pld or rdp) sets it.
// Utility     shape only: excess population risk
//             O(G R max(1/sqrt n, sqrt(d log(1/delta))/(epsilon n))) if L is at most about
//             (G/R) min(sqrt n, epsilon n/sqrt(d log(1/delta))).
// Reference   R. Bassily, V. Feldman, K. Talwar, A. Thakurta. Private Stochastic Convex
//             Optimization with Optimal Rates, 2019. Algorithm 1. [bassily2019]
// Deviations  A batch is a uniform subset, not m draws with replacement, so that accountants price
//             it exactly; eta is capped at 2/(L + lambda), where steps stop being contractions.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct MinibatchNoisySgd final : Algorithm {
  std::string noise = "calibrated";

  static constexpr Card card{.name = "minibatch-noisy-sgd",
                             .doc = "noisy SGD, few steps on large sampled batches, averaged",
                             .cites = "bassily2019, Algorithm 1",
                             .needs = needs_smooth | needs_lipschitz_on_ball,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};
  static std::vector<Param<MinibatchNoisySgd>> parameters() {
    return {word("noise",
                 &MinibatchNoisySgd::noise,
                 "calibrated published",
                 "by the budget's accountant, or the published formula")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
