// Recycled ADMM: every second round costs nothing.
//
// Problem     min_w (1/N) sum_i f_i(w) over a network of N agents, f_i as in local_objectives.hpp,
//             R^d.
// Method      Rounds of perturbed_admm.hpp with theta = eta fixed. Rounds 1, 3, ..: a subproblem
//             with b of density exp(-alpha ||b||). Rounds 2, 4, ..: a gradient step with the noisy
//             gradient grad O_i(f_i) + b of the round before, which follows from what was sent.
//             eta = 0 takes the smallest eta >= .1 for which twice the curvature's part of the loss
//             is affordable.
// Privacy     Local, pure in rounds 1, 3, .., nothing in between:
//               constants = tight      factor G (N/n) alpha + log(1 + L (N/n)/(lambda + 2 eta V))
//               constants = published  2 (N/n) (1.4 L/(lambda + 2 eta V) + G alpha)
//             of the agent with the fewest neighbours V.
// Reference   X. Zhang, M. M. Khalili, M. Liu, Recycled ADMM: Improve Privacy and Accuracy with
//             Less Computation in Distributed Algorithms [zhang2018recycled]; its formulas are
//             shape only here, the tight constants are derived in perturbed_admm.hpp.
// Deviations  alpha from the budget's accountant; subproblems are solved to a relative residual of
//             1e-10, while the guarantee is that of the exact minimiser.
#pragma once

#include "algorithms/decentralised/perturbed_admm.hpp"

namespace dpsco {

struct RecycledAdmm final : PerturbedMethod {
  double eta = 0, damping = 0;
  std::string constants = "tight";

  static constexpr Card card{
      .name = "recycled-admm",
      .doc = "ADMM that uses each noisy gradient twice; the paper's shape, constants derived",
      .cites = "zhang2018recycled",
      .needs = needs_lipschitz | needs_smooth,
      .privacy = "(epsilon, delta)-LDP of each agent's record",
      .adjacencies = "replace_one zero_out",
      .family = "decentralised"};
  static std::vector<Param<RecycledAdmm>> parameters() {
    using T = RecycledAdmm;
    return with_graph_rows<T>(
        {real("eta", &T::eta, {0, 1e12}, "loss / ||w||^2", "penalty and dual step; 0: by budget"),
         real("damping",
              &T::damping,
              {0, 1e12},
              "loss / ||w||^2",
              "gamma of the gradient step; 0: smoothness of f_i"),
         constants_row<T>()});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
