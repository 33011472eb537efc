// Multi-pass DP-SGD as Langevin dynamics: one uniformly drawn record a step, decreasing steps,
// shrinkage towards 0, every iterate released.
//
// Problem     min_w E phi(<w, x>, y), unconstrained; phi convex, G-Lipschitz and L-smooth in w.
// Method      w_1 ~ N(0, beta0 I); for t = 2..T, on a record drawn uniformly from all n:
//               w <- c_t (w - eta_{t-1} g) + N(0, (1 - c_t^2) beta0 I),  c_t = eta_t/eta_{t-1},
//               eta_t = kappa sqrt(beta0)/(G sqrt(8 t L_t)),  L_t = log(2.5 t^2/(n delta)),
//               beta0 = eta0^2 n/T,  T = n^alpha e^2.
//             That is lambda_1 = 1/eta_1, lambda_t = 1/eta_t - 1/eta_{t-1}. Output: the average of
//             w_1..w_T or w_T (iterate), both after processing of what is released.
// Privacy     replace_one, all iterates. Step t is a Gaussian on the drawn record, C = G eta_t (the
//             step eta_{t-1} times c_t), standard deviation sqrt((1 - c_t^2) beta0), so
//             2/z_t = Delta_t with Delta_t^2 = kappa^2/(2 (t L_t - (t-1) L_{t-1})): free of G,
//             beta0 and eta0 (01 section 4.3). calibration = theorem: kappa = 1 and e from 3 e
//             sqrt(log(2/delta)) + 3 e^2 = epsilon, what Theorem 2 claims; the same noise really
//             costs 22 to 28 times less. calibration = envelope-pld: e = epsilon and the step grows
//             by kappa until the budget's accountant meets the target.
// Utility     bounds ma2022-theorem-2 and ma2022-corollary-2 (average).
// Reference   Y.-A. Ma, T. Marinov, T. Zhang 2022, Algorithm 1 and Theorem 2 [ma2022].
// Deviations  1. Eq. (3) prints eta_t for eta_{t-1}; its proofs need eta_{t-1}.
//             2. n delta < 2.5 and eta_1 <= 1/L are checked: without them the schedule is not
//                decreasing and the maps don't contract.
//             3. T is capped by max_steps (stated in the schedule as `capped`).
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct MultiPassDpSgd final : Algorithm {
  double eta0 = 10, alpha = 1.5;
  std::int64_t max_steps = 1000000;
  std::string calibration = "envelope-pld", iterate = "average";

  static constexpr Card card{
      .name = "multi-pass-dp-sgd",
      .doc = "Ma-Marinov-Zhang Algorithm 1, multi pass, all iterates released",
      .cites = "ma2022, Algorithm 1 and Theorem 2",
      .needs = needs_smooth | needs_lipschitz,
      .privacy = "(epsilon, delta)-DP",
      .adjacencies = "replace_one"};
  static std::vector<Param<MultiPassDpSgd>> parameters() {
    using T = MultiPassDpSgd;
    return {
        real<T>("eta0", &T::eta0, {1e-9, 1e9}, "||w||", "noise and step scale: beta0 = eta0^2 n/T"),
        real<T>("alpha", &T::alpha, {1, 2}, "", "T = n^alpha e^2"),
        whole<T>("max_steps", &T::max_steps, {2, 1e8}, "steps", "cap on T"),
        word<T>("calibration",
                &T::calibration,
                "envelope-pld theorem",
                "the budget's accountant scales the step, or Theorem 2's formula"),
        word<T>("iterate", &T::iterate, "average last", "what is measured; all are released")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
