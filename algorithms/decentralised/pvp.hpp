// PVP: consensus ADMM with perturbed primal variables.
//
// Problem     min_w (1/N) sum_i f_i(w) over a network of N agents, f_i as in local_objectives.hpp,
//             R^d.
// Method      Rounds of perturbed_admm.hpp with theta = eta fixed: every agent sends its
//             argmin plus noise of density exp(-||b'||/scale_i), and everybody, itself included,
//             goes on with what was sent: an agent that used its own argmin again would pay again.
// Privacy     Local. One record moves the argmin by at most factor G (N/n)/ridge, with
//               constants = tight      ridge = lambda + 2 eta V_i
//               constants = published  ridge = lambda, which needs lambda > 0.
//             The solver's residual, 1e-6 of that of a record, is in the sensitivity.
// Reference   T. Zhang, Q. Zhu, Dynamic Differential Privacy for ADMM-Based Distributed
//             Classification Learning [zhang2017]; its formulas are shape only here, the constants
//             are derived in perturbed_admm.hpp.
// Deviations  One scale for all rounds, from the budget's accountant.
#pragma once

#include "algorithms/decentralised/perturbed_admm.hpp"

namespace dpsco {

struct Pvp final : PerturbedMethod {
  double eta = 0.1;
  std::string constants = "tight";

  static constexpr Card card{
      .name = "pvp",
      .doc = "ADMM with primal variable perturbation; the paper's shape, constants derived",
      .cites = "zhang2017, PVP",
      .needs = needs_lipschitz | needs_smooth,
      .privacy = "(epsilon, delta)-LDP of each agent's record",
      .adjacencies = "replace_one zero_out",
      .family = "decentralised"};
  static std::vector<Param<Pvp>> parameters() {
    using T = Pvp;
    return with_graph_rows<T>(
        {real("eta", &T::eta, {1e-12, 1e12}, "loss / ||w||^2", "penalty and dual step"),
         constants_row<T>()});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
