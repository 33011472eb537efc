// Linearised private ADMM with random penalties.
//
// Problem     min_w (1/N) sum_i f_i(w) over a network of N agents, f_i as in local_objectives.hpp,
//             R^d.
// Method      x_i = 0, lambda_i = 0; for k = 1..K, with v_i = sum_{j in N_i} (x_i - x_j) of
//             what was sent before, every agent sends
//               x_i[l] <- x_i[l] - (rho_i[l] v_i[l] + grad_l f_i(x_i) - lambda_i[l])/D + noise,
//             rho_i[l] uniform on [rho0 - r, rho0 + r], secret, fresh for every agent, coordinate
//             and round; then lambda_i <- lambda_i - zeta v_i, v_i of what has just been sent.
// Privacy     Local. One record moves a message by (difference of gradients)/D; Laplace noise of
//             L1 sensitivity B_1/D (the ledger lists width 0, since the worst case over outputs is
//             the same for every width and widths depend on earlier outputs), or Gaussian or
//             exp(-||b||/s) noise of L2 sensitivity B_2/D. lambda_i is a function of what was sent.
//             The realised loss of a run (Laplace) is a simulation metric, no guarantee.
// Utility     Theorems 3.2', 3.2'' and 3.3' of docs/admm.md; noiseless it converges for
//             D > rho0 lambda_N + smoothness/2 with fixed penalties.
// Reference   H. Xiao, Y. Ye, S. Devadas, Local Differential Privacy in Decentralized Optimization
//             [xiao2019], Algorithm 1.
// Deviations  B_1 in place of d B_inf (worst_case_d_B_inf in the schedule is the paper's sum);
//             penalties for each coordinate, without which the product form of the loss fails.
#pragma once

#include "algorithms/decentralised/admm_penalties.hpp"

namespace dpsco {

struct PrivateAdmm final : NetworkMethod, AdmmSettings {
  std::string noise = "laplace", realised = "no";

  static constexpr Card card{.name = "private-admm",
                             .doc = "linearised ADMM, random penalties, noise on every message",
                             .cites = "xiao2019, Algorithm 1",
                             .needs = needs_lipschitz | needs_smooth,
                             .privacy = "(epsilon, delta)-LDP of each agent's record",
                             .adjacencies = "replace_one zero_out",
                             .family = "decentralised"};
  static std::vector<Param<PrivateAdmm>> parameters() {
    auto rows = admm_rows<PrivateAdmm>();
    rows.push_back(noise_row<PrivateAdmm>());
    rows.push_back(word("realised",
                        &PrivateAdmm::realised,
                        "no yes",
                        "compute the realised loss, a simulation's number and no guarantee"));
    return with_graph_rows<PrivateAdmm>(rows);
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
