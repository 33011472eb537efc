// Noisy SGD of Bassily, Smith and Thakurta: one uniform record a step, n^2 steps.
//
// Problem     min_{||w|| <= R} mean_i phi(<w, x_i>, y_i); phi convex, G-Lipschitz on the ball.
// Method      w_1 = 0; for t = 1..T with one uniform record i:
//               w <- Pi_R[w - eta_t (grad_i(w) + N(0, sigma^2 I))],
//               eta_t = 2 R / sqrt(t (B^2 + d sigma^2)), B = G + lambda R; last iterate.
//             T = min(n^2, max_passes n): the published n^2 steps are beyond reach for most n. The
//             schedule says both: T and T_published.
// Privacy     replace_one, all iterates: T Gaussian mechanisms on a uniform record each, noise
//             multiplier sigma/G. noise = published:
//             sigma^2 = 32 G^2 log(n/delta) log(1/delta) / epsilon^2, constants not verified
//             against the source; the ledger says what is really spent, and the cell is infeasible
//             if that is more than the target. calibrated: the budget's accountant (contour, pld or
//             rdp) sets it for the T that runs.
// Utility     shape only: excess empirical risk O(G R sqrt(d) log^2(n/delta)/(n epsilon)) at n^2
//             steps. A capped T has no such promise.
// Reference   R. Bassily, A. Smith, A. Thakurta. Private Empirical Risk Minimization: Efficient
//             Algorithms and Tight Error Bounds, 2014. Algorithm 1. [bassily2014]
// Deviations  Means instead of sums of losses; the cap on T; calibrated noise as the default.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct NoisySgdBst14 final : Algorithm {
  std::int64_t max_passes = 10;
  std::string noise = "calibrated";

  static constexpr Card card{.name = "noisy-sgd-bst14",
                             .doc = "noisy SGD, one record a step, n^2 steps unless capped",
                             .cites = "bassily2014, Algorithm 1",
                             .needs = needs_lipschitz_on_ball,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};
  static std::vector<Param<NoisySgdBst14>> parameters() {
    return {whole("max_passes",
                  &NoisySgdBst14::max_passes,
                  {1, 1e9},
                  "n steps",
                  "cap on T: the published n^2 steps are n passes"),
            word("noise",
                 &NoisySgdBst14::noise,
                 "calibrated published",
                 "by the budget's accountant for the T that runs, or the published formula")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
