// Phased (localised) SGD: one-pass averaged SGD in phases of halving length and quartered step,
// each started where the last one's noisy average lies.
//
// Problem     min_w E phi(<w, x>, y) over ||w|| <= R (projection = ball) or R^d (none); phi convex,
//             L-smooth, G-Lipschitz where the iterates live.
// Method      w_0 = 0; phase i = 1..k, k = floor(log2 n), on n_i = floor(n/2^i) fresh records:
//             SGD with step eta_i = eta/4^i from w_{i-1}, u_i the mean of the n_i points at
//             which it took gradients, then w_i = Pi_R[u_i + N(0, sigma_i^2 I)]; w_k is released.
//             step = theory: the eta that minimises the bound below, which shrinks as d grows.
//             fixed: eta = 4 eta0/(G sqrt n), the published step without its privacy term.
// Privacy     replace_one: a record is in one phase, moves that phase's mean by at most 2 G eta_i
//             (steps are contractions for eta_i <= 2/L), and the phases after it are contractions
//             too: a noisy iteration of k updates, s_i = 2 G eta_i, sigma_i = s_i/mu.
// Utility     lambda = 0: R^2/(2 eta_1 n_1) + sum_{i>=2} d sigma_{i-1}^2/(2 eta_i n_i)
//               + sum_i eta_i G^2/2 + G sigma_k sqrt d:
//             SGD's bound for each phase with the last mean as comparator.
// Reference   V. Feldman, T. Koren, K. Talwar. Private Stochastic Convex Optimization: Optimal
//             Rates in Linear Time, 2020, Algorithm 2. [feldman2020]
// Deviations  k = floor(log2 n), so that no phase is empty; noise by exact GDP; the step of the
//             exact finite sum instead of (R/G) min(4/sqrt n, epsilon/(2 sqrt d)).
// Cost        O(nnz) a record and k noise vectors: averaged_pass.hpp.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct PhasedSgd final : Algorithm {
  double eta0 = 10;
  std::string projection = "ball", step = "theory";

  static constexpr Card card{.name = "phased-sgd",
                             .doc = "localised SGD: phases of halving length, noisy averages",
                             .cites = "feldman2020, Algorithm 2",
                             .needs = needs_smooth | needs_lipschitz_on_ball,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};
  static std::vector<Param<PhasedSgd>> parameters() {
    return {real("eta0", &PhasedSgd::eta0, {1e-9, 1e9}, "||w||", "step scale of step = fixed"),
            word("projection",
                 &PhasedSgd::projection,
                 "ball none",
                 "onto ||w|| <= R after each step, or not"),
            word("step",
                 &PhasedSgd::step,
                 "theory fixed",
                 "the minimiser of the d-dependent bound, or 4 eta0 / (G sqrt n)")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
