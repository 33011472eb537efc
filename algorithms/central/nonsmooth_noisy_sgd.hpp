// Noisy SGD for losses without smoothness: one uniform record a step, small steps, many passes, the
// average released.
//
// Problem     min_{||w|| <= R} E phi(<w, x>, y); phi convex, G-Lipschitz on the ball, no L needed.
// Method      w_0 = 0; T = min(n^2, max_passes n) updates with one uniform record i:
//               w <- Pi_R[w - eta (grad_i(w) + lambda w + N(0, sigma^2 I))]; mean of w_0..w_T.
//             eta minimises the bound below: R / sqrt(T (B^2 + d sigma^2 + 4 G^2 (sqrt T + T/n))),
//             B = G + lambda R; at T = n^2 it falls as n^(-3/2), the published order.
// Privacy     replace_one, all iterates: T Gaussian mechanisms on a uniform record each, noise
//             multiplier sigma/G. noise = published: sigma^2 = 8 G^2 log(1/delta)/epsilon^2,
//             constants not verified against the source; the ledger says what is really spent.
//             calibrated: the budget's accountant (contour, pld or rdp) sets it.
// Utility     lambda = 0: R^2/(2 eta T) + eta (G^2 + d sigma^2)/2 + 2 eta G^2 (sqrt T + T/n).
//             Derivation of the last term: the runs on two neighbouring data sets, same
//             noise, are x_t = sqrt(E ||w_t - w'_t||^2) apart; monotone subgradients give
//             x_{t+1}^2 <= x_t^2 + 4 eta^2 G^2 + (4 eta G/n) x_t, so x_T <= 2 eta G (sqrt T + T/n)
//             by induction, and a G-Lipschitz risk generalises to within G times that.
// Reference   R. Bassily, V. Feldman, C. Guzman, K. Talwar. Stability of Stochastic Gradient
//             Descent on Nonsmooth Convex Losses, 2020. [bassily2020]
// Deviations  The cap on T; the step of the bound derived here; calibrated noise as the default.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct NonsmoothNoisySgd final : Algorithm {
  std::int64_t max_passes = 10;
  std::string noise = "calibrated";

  static constexpr Card card{.name = "nonsmooth-noisy-sgd",
                             .doc = "noisy SGD without smoothness, one record a step, averaged",
                             .cites = "bassily2020",
                             .needs = needs_lipschitz_on_ball,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};
  static std::vector<Param<NonsmoothNoisySgd>> parameters() {
    return {whole("max_passes",
                  &NonsmoothNoisySgd::max_passes,
                  {1, 1e9},
                  "n steps",
                  "cap on T: the published n^2 steps are n passes"),
            word("noise",
                 &NonsmoothNoisySgd::noise,
                 "calibrated published",
                 "by the budget's accountant for the T that runs, or the published formula")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
