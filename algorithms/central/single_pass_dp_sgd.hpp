// Single-pass DP-SGD as Langevin dynamics: noisy steps on disjoint growing batches, shrinking
// towards 0, last iterate released.
//
// Problem     min_w E phi(<w, x>, y), unconstrained; phi convex, G-Lipschitz and L-smooth in w.
// Method      w_1 ~ N(0, beta0 I); for t = 2..T on a fresh batch of m_t records:
//               w <- (1 - lambda_t eta)(w - eta g_t)
//                    + N(0, lambda_t eta (2 - lambda_t eta) beta0 I),  eta = eta0 / (2 G sqrt T).
//             lambda = 1/t: lambda_t = 1/(t eta), the paper's. constant: lambda_t = 1/(T eta) for
//             t >= 2, which removes log n from the bound's term in ||w||^2.
//             batches = paper: m_t = ceil(sqrt(T / (2 (T - t + 1)))). equalised: the smallest m_t
//             with F <= 1 (below), what the paper's tend to; T/n is 0.629, not 0.549.
//             index = printed: update t takes m_{t-1}, as Algorithm 1 prints it.
// Privacy     replace_one, last iterate: mu-GDP, mu^2 = (4 G^2 eta^2 / beta0) F. With
//             lambda = 1/t F = max_k k^2 / (m_{k+1}^2 (T^2 - k^2)); with constant
//             F = max_t q_t / (m_t^2 (1 - q_t)), q_t = (1 - 1/T)^(2(T-t+1)).
//             F <= 1, but nearly 2 for index = printed, whose ledger says so
//             (docs/design.md, "Amplification by iteration").
//             order = hidden-random: the order of the records is uniformly random and secret, so
//             a record costs the mean over its positions (hidden_order.hpp): a privacy_profile,
//             which calibrate = pld prices. fixed: holds for every order, known or not.
//             calibration = gdp lets the budget's accountant find beta0; paper takes
//             beta0 = (e + log(1/delta)) eta0^2 / (2 e^2 T), e = epsilon/2, of Theorem 1,
//             which is (epsilon, delta)-DP too where F <= 1 and spends r/F times the variance,
//             r = (e + log(1/delta)) mu(epsilon, delta)^2/(2 e^2), mu of the budget: at
//             delta = 1e-5 r falls from 2.18 (epsilon = 0.2) over 1.73 (1) to 1.35 (8), at 1e-6
//             from 1.93 to 1.31, at 1e-8 from 1.65 to 1.25.
// Utility     bound ma2022-single-pass (algorithms/bounds).
// Reference   Y.-A. Ma, T. Marinov, T. Zhang. Dimension Independent Generalization of DP-SGD for
//             Overparameterized Smooth Convex Optimization, 2022. Algorithm 1, Theorem 1. [ma2022]
// Deviations  1. Update t uses batch m_t; Algorithm 1 prints m_{t-1}, which doubles the privacy
//             loss and makes Theorem 1 false: printed is there to be measured, and comes out
//             infeasible with calibration = paper where F > r: F is 1.97 at T = 100 and tends to 2,
//             so for epsilon > 0.36 at delta = 1e-5 (0.15 at 1e-6, 0.023 at 1e-8) in the limit. At
//             smaller epsilon Theorem 1's own slack covers the doubled loss.
//             2. T is the largest with sum m_t <= n; the paper's T = n needs 1.8 n records.
//             3. Theorem 1 prints eta without eta0; its proof, and we, include it.
//             4. eta <= 2/(L + lambda) is checked: without it later maps don't contract.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct SinglePassDpSgd final : Algorithm {
  double eta0 = 10;
  std::string index = "corrected", batches = "paper", lambda = "1/t", order = "fixed",
              calibration = "gdp";

  static constexpr Card card{.name = "single-pass-dp-sgd",
                             .doc = "Ma-Marinov-Zhang Algorithm 1, corrected index and sample rule",
                             .cites = "ma2022, Algorithm 1 and Theorem 1",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};
  static std::vector<Param<SinglePassDpSgd>> parameters() {
    return {
        real("eta0",
             &SinglePassDpSgd::eta0,
             {1e-9, 1e9},
             "||w||",
             "step scale: eta = eta0 / (2 G sqrt T)"),
        word("index",
             &SinglePassDpSgd::index,
             "corrected printed",
             "update t takes batch m_t, or m_{t-1} as printed (twice the privacy loss)"),
        word("batches",
             &SinglePassDpSgd::batches,
             "paper equalised",
             "Assumption 3, or the smallest with F <= 1: more steps a record"),
        word("lambda",
             &SinglePassDpSgd::lambda,
             "1/t constant",
             "shrinkage 1/(t eta), or 1/(T eta)"),
        word("order",
             &SinglePassDpSgd::order,
             "fixed hidden-random",
             "privacy for any order of the records, or for a secret random one (priced by pld)"),
        word("calibration",
             &SinglePassDpSgd::calibration,
             "gdp paper",
             "who sets beta0: the budget's accountant, or Theorem 1's formula")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
