// Phased (localised) SGD: averaged passes over halves, quarters, ... of the data with shrinking
// steps and noise.
//
// Problem     min_w E phi(<w, x>, y), over ||w|| <= R (projection = ball) or R^d (none); phi
// convex,
//             L-smooth, G-Lipschitz where the iterates live.
// Method      w_0 = 0; phase i = 1..k, k = floor(log2 n), on n_i = floor(n 2^-i) fresh records:
//               one pass of SGD from w_{i-1} with step eta_i = eta 4^-i; v = average of its
//               iterates; w_i = v + N(0, sigma_i^2 I), sigma_i = z G eta_i.  Output w_k.
//             step = theory: eta = (R/G) min(4/sqrt n, mu/(2 sqrt d)), mu = 2/z the Gaussian's;
//             step = fixed: eta = eta0/(2 G sqrt n).
// Privacy     A record is in one phase. The iterates of two neighbouring passes are at most 2 G
// eta_i
//             apart (eta_i <= 2/L: gradient steps don't expand), so are their averages, and all
//             that follows sees the phase through w_i alone: one Gaussian release of noise
//             multiplier z on C = G eta_i, whichever phase the record is in.
// Utility     bound phased-sgd: the exact sum over phases.
// Reference   V. Feldman, T. Koren, K. Talwar. Private Stochastic Convex Optimization 2020,
//             Algorithm 2 [feldman2020].
// Deviations  The theory step's constants are recalled (4 and 1/2 with mu for epsilon); noise from
//             the budget's accountant.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct PhasedSgd final : Algorithm {
  double eta0 = 10;
  std::string projection = "ball", step = "theory";

  static constexpr Card card{.name = "phased-sgd",
                             .doc = "localised SGD: log n phases, one noise vector each",
                             .cites = "feldman2020, Algorithm 2",
                             .needs = needs_smooth | needs_lipschitz_on_ball,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one"};
  static std::vector<Param<PhasedSgd>> parameters() {
    return {real("eta0", &PhasedSgd::eta0, {1e-9, 1e9}, "||w||", "step scale of step = fixed"),
            word("projection", &PhasedSgd::projection, "ball none", "onto ||w|| <= R, or not"),
            word("step", &PhasedSgd::step, "theory fixed", "published form, or eta0/(2 G sqrt n)")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
