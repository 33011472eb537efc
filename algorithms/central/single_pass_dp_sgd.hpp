// Single-pass DP-SGD as Langevin dynamics: noisy steps on disjoint growing batches, shrinking
// towards 0, last iterate released.
//
// Problem     min_w E phi(<w, x>, y), unconstrained; phi convex, G-Lipschitz and L-smooth in w.
// Method      w_1 ~ N(0, beta0 I); for t = 2..T on a fresh batch of m_t = ceil(sqrt(T / (2 (T - t +
// 1)))):
//               w <- (1 - lambda_t eta)(w - eta g_t) + N(0, lambda_t eta (2 - lambda_t eta) beta0
//               I)
//             with lambda_t = 1/(t eta) and eta = eta0 / (2 G sqrt T).
// Privacy     replace_one, last iterate: mu-GDP, mu^2 = (4 G^2 eta^2 / beta0) F, F = max_k k^2 /
// (m_{k+1}^2
//             (T^2 - k^2)) < 1 (docs/design.md, "Amplification by iteration"). calibration = gdp
//             lets the budget's accountant find beta0; paper takes beta0 = (e + log(1/delta))
//             eta0^2 / (2 e^2 T), e = epsilon/2, of Theorem 1, which is (epsilon, delta)-DP too and
//             spends about 1.4 to 1.8 times the variance.
// Utility     bound ma2022-single-pass (algorithms/bounds).
// Reference   Y.-A. Ma, T. Marinov, T. Zhang. Dimension Independent Generalization of DP-SGD for
//             Overparameterized Smooth Convex Optimization, 2022. Algorithm 1, Theorem 1. [ma2022]
// Deviations  1. Update t uses batch m_t; Algorithm 1 prints m_{t-1}, which doubles the privacy
// loss.
//             2. T is the largest with sum m_t <= n (0.549 n); the paper's T = n needs 1.8 n
//             records.
//             3. Theorem 1 prints eta without eta0; its proof, and we, include it.
//             4. eta <= 2/(L + lambda) is checked: without it later maps don't contract.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct SinglePassDpSgd final : Algorithm {
  double eta0 = 10;
  std::string calibration = "gdp";

  static constexpr Card card{.name = "single-pass-dp-sgd",
                             .doc = "Ma-Marinov-Zhang Algorithm 1, corrected index and sample rule",
                             .cites = "ma2022, Algorithm 1 and Theorem 1",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};
  static std::vector<Param<SinglePassDpSgd>> parameters() {
    return {real("eta0",
                 &SinglePassDpSgd::eta0,
                 {1e-9, 1e9},
                 "||w||",
                 "step scale: eta = eta0 / (2 G sqrt T)"),
            word("calibration",
                 &SinglePassDpSgd::calibration,
                 "gdp paper",
                 "who sets beta0: the budget's accountant, or Theorem 1's formula")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

/// What the utility bound reads.
struct SinglePassPlan : Plan {
  using Plan::Plan;
  double T = 0, eta0 = 0, beta0 = 0;
};

}  // namespace dpsco
