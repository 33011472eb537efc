// Projected noisy SGD, one pass over disjoint growing batches, last iterate released.
//
// Problem     min_w E phi(<w, x>, y) over ||w|| <= R (projection = ball) or R^d (none); phi convex,
//             L-smooth, G-Lipschitz where the iterates live.
// Method      w_1 = 0; for t = 2..T on a fresh batch of m_t records:
//               w <- Pi_R[w - eta g_t + N(0, sigma^2 I)].
//             batches = growing: those of Algorithm 1 of ma2022, so that the two differ in nothing
//             else. d-dependent: m_t = ceil(sqrt(4 d/(mu^2 (T - t + 1)))), the snowball: noise of
//             standard deviation at most G eta/sqrt d then suffices, and T falls as d grows.
//             step = fixed: eta = eta0 / (2 G sqrt T). step = theory: the minimiser of the bound
//             below, eta = R / (B sqrt(T (1 + H_{T-1}))), B^2 = G^2 + d sigma^2/eta^2.
// Privacy     replace_one, last iterate: mu-GDP,
//             mu^2 = max_t (2 G eta / m_t)^2 / (sigma^2 (T - t + 1)); for growing batches
//             sigma^2 = 8 G^2 eta^2 / (kappa T mu^2), kappa = min_t 2 m_t^2 (T - t + 1)/T.
// Utility     last iterate (docs/design.md, "PNSGD"): R B sqrt((1 + H_{T-1})/T).
// Reference   V. Feldman, I. Mironov, K. Talwar, A. Thakurta. Privacy Amplification by Iteration
//             2018 [feldman2018]; V. Feldman, T. Koren, K. Talwar. Private Stochastic Convex
//             Optimization 2020, Algorithm 1 [feldman2020].
// Deviations  Exact GDP instead of RDP, so 4 d/mu^2 for 2 d/rho; growing batches as the default.
//             projection = none is the control: nothing in it depends on d but the noise.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Pnsgd final : Algorithm {
  double eta0 = 10;
  std::string projection = "ball", step = "fixed", batches = "growing";

  static constexpr Card card{.name = "pnsgd",
                             .doc = "projected noisy SGD, one pass, last iterate",
                             .cites = "feldman2018; feldman2020, Algorithm 1",
                             .needs = needs_smooth | needs_lipschitz_on_ball,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};
  static std::vector<Param<Pnsgd>> parameters() {
    return {real("eta0", &Pnsgd::eta0, {1e-9, 1e9}, "||w||", "step scale of step = fixed"),
            word("projection",
                 &Pnsgd::projection,
                 "ball none",
                 "onto ||w|| <= R after each step, or not"),
            word("step",
                 &Pnsgd::step,
                 "fixed theory",
                 "eta0 / (2 G sqrt T), or the step of the d-dependent bound"),
            word("batches",
                 &Pnsgd::batches,
                 "growing d-dependent",
                 "those of single-pass-dp-sgd, or the snowball, whose steps get fewer with d")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
