// Multi-pass DP-SGD as Langevin dynamics: single-record noisy steps that shrink towards 0, records
// drawn afresh every time, all iterates released.
//
// Problem     min_w E phi(<w, x>, y), unconstrained; phi convex, G-Lipschitz and L-smooth in w.
// Method      w_1 ~ N(0, beta0 I), beta0 = eta0^2 n / T; for t = 2..T with one uniform record i:
//               w <- c_t (w - eta_{t-1} grad_i(w)) + N(0, (1 - c_t^2) beta0 I),
//             c_t = 1 - lambda_t eta_t = eta_t/eta_{t-1}, eta_t = kappa sqrt(beta0/a_t)/G,
//             a_t = 8 t log(2.5 t^2/(n delta)), T = n^alpha e^2 with e from
//             epsilon = 3 e sqrt(log(2/delta)) + 3 e^2, Theorem 2's claim.
// Privacy     replace_one, all iterates: each update is a Gaussian mechanism on a uniform record,
//             2 C = 2 G c_t eta_{t-1} = 2 G eta_t, so noise/C = sqrt(a_t - a_{t-1})/kappa whatever
//             G, beta0 and eta0 are (schedule "ma2022-multi-pass"). calibration = theorem:
//             kappa = 1, which costs 22 to 28 times less than Theorem 2 claims. envelope-pld:
//             the largest kappa whose ledger meets the target by the budget's accountant
//             (contour or pld, whose pair of sampling without replacement is the envelope profile):
//             7.9 to 10.
// Utility     Theorem 2, for the average iterate.
// Reference   Y.-A. Ma, T. Marinov, T. Zhang. Dimension Independent Generalization of DP-SGD for
//             Overparameterized Smooth Convex Optimization, 2022. Algorithm 1, Theorem 2. [ma2022]
// Deviations  1. The gradient step uses eta_{t-1}; eq. (3) prints eta_t, with which Proposition 1
//             is false and Proposition 3's formula is not the algorithm's.
//             2. n delta < 2.5 is required (unstated: beyond it eta_t is not real).
//             3. eta_1 <= 1/(L + lambda) is required by the utility proof; privacy needs no
//             smoothness, as all iterates are released.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct MultiPassDpSgd final : Algorithm {
  double eta0 = 10, alpha = 2;
  std::string iterate = "average", calibration = "envelope-pld", release = "all-iterates";

  static constexpr Card card{.name = "multi-pass-dp-sgd",
                             .doc = "Ma-Marinov-Zhang Algorithm 1, several passes, corrected",
                             .cites = "ma2022, Algorithm 1 and Theorem 2",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};
  static std::vector<Param<MultiPassDpSgd>> parameters() {
    return {real("eta0",
                 &MultiPassDpSgd::eta0,
                 {1e-9, 1e9},
                 "||w||",
                 "scale of noise and steps: beta0 = eta0^2 n / T"),
            real("alpha", &MultiPassDpSgd::alpha, {1, 3}, "", "T = n^alpha e^2"),
            word("iterate", &MultiPassDpSgd::iterate, "average last", "which one is judged"),
            word("release",
                 &MultiPassDpSgd::release,
                 "all-iterates",
                 "what the ledger charges for, whichever iterate is judged"),
            word("calibration",
                 &MultiPassDpSgd::calibration,
                 "theorem envelope-pld",
                 "Theorem 2's steps, or scaled until the budget's accountant meets the target")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

/// e with 3 e sqrt(log(2/delta)) + 3 e^2 = epsilon. pre: epsilon > 0, 0 < delta < 1.
double theorem_2_parameter(double epsilon, double delta);

}  // namespace dpsco
