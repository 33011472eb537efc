// Private ADMM with exact subproblems and random penalties.
//
// Problem     min_w (1/N) sum_i f_i(w) over a network of N agents, f_i as in local_objectives.hpp,
//             R^d.
// Method      As private-admm, but agent i sends x_i + noise with x_i the minimiser of
//               f_i(x) - <lambda_i - rho_i v_i + D x_i', x> + (D/2)||x||^2,
//             x_i' what it sent last and rho_i its secret penalties (admm_round.hpp).
// Privacy     Local. f_i(x) + (D/2)||x||^2 is (D + lambda)-strongly convex, so for every value of
//             the penalties one record moves the minimiser by at most B_2/(D + lambda) in L2 norm,
//             and sqrt(d) times that in L1 norm (Laplace noise). The solver's residual is at most
//             1e-6 B_2 and in the sensitivity.
// Utility     Theorems 3.1' and 3.3' of docs/admm.md.
// Reference   H. Xiao, Y. Ye, S. Devadas, Local Differential Privacy in Decentralized Optimization
//             [xiao2019], eq. (12).
// Deviations  The sensitivity is derived here.
#pragma once

#include "algorithms/decentralised/admm_penalties.hpp"

namespace dpsco {

struct PrivateExactAdmm final : NetworkMethod, AdmmSettings {
  std::string noise = "gaussian";

  static constexpr Card card{.name = "private-exact-admm",
                             .doc = "ADMM, exact subproblems, random penalties, noisy messages",
                             .cites = "xiao2019, eq. (12)",
                             .needs = needs_lipschitz | needs_smooth,
                             .privacy = "(epsilon, delta)-LDP of each agent's record",
                             .adjacencies = "replace_one zero_out",
                             .family = "decentralised"};
  static std::vector<Param<PrivateExactAdmm>> parameters() {
    auto rows = admm_rows<PrivateExactAdmm>();
    rows.push_back(noise_row<PrivateExactAdmm>());
    return with_graph_rows<PrivateExactAdmm>(rows);
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
