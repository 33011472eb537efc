// ADMM over a network without privacy: the envelope of the private ones.
//
// Problem     min_w (1/N) sum_i f_i(w) over a network of N agents, f_i as in local_objectives.hpp,
//             R^d.
// Method      admm_round.hpp. With fixed penalties (spread = 0) and zeta = rho0 the linearised
//             form is EXTRA with W = I - 2 rho0 L/D, (I + W)/2 and step 1/D.
// Privacy     None.
// Utility     Linear convergence by Theorems 3.1' and 3.2' of docs/admm.md; `contraction`
//             in the schedule is their delta where their conditions hold.
// Reference   H. Xiao, Y. Ye, S. Devadas, Local Differential Privacy in Decentralized Optimization
//             [xiao2019]; W. Shi, Q. Ling, G. Wu, W. Yin, EXTRA [shi2015].
#pragma once

#include "algorithms/decentralised/admm_penalties.hpp"

namespace dpsco {

struct Admm final : NetworkMethod, AdmmSettings {
  Admm() { spread = 0; }
  std::string subproblem = "linearised";

  static constexpr Card card{.name = "admm",
                             .doc = "ADMM over a network, linearised or exact, no noise",
                             .cites = "xiao2019, eq. (12), (13); shi2015",
                             .needs = needs_smooth,
                             .family = "decentralised"};
  static std::vector<Param<Admm>> parameters() {
    auto rows = admm_rows<Admm>();
    rows.push_back(word("subproblem",
                        &Admm::subproblem,
                        "linearised exact",
                        "one gradient a round, or the agent's own minimisation"));
    return with_graph_rows<Admm>(rows);
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
