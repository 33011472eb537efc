// Private ADMM with exact subproblems and random penalties.
//
// Problem     min_w (1/N) sum_i f_i(w) over a network of N agents, f_i as in agents.hpp, R^d.
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
#include "algorithms/decentralised/local_noise.hpp"
#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct PrivateExactAdmm final : Algorithm, NetworkSettings, AdmmSettings {
  std::string noise = "gaussian";

  static constexpr Card card{.name = "private-exact-admm",
                             .doc = "ADMM, exact subproblems, random penalties, noisy messages",
                             .cites = "xiao2019, eq. (12)",
                             .needs = needs_lipschitz | needs_smooth,
                             .privacy = "local (epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out",
                             .family = "decentralised"};
  static std::vector<Param<PrivateExactAdmm>> parameters() {
    auto rows = admm_rows<PrivateExactAdmm>();
    rows.push_back(word("noise", &PrivateExactAdmm::noise, noise_names, "law of the noise"));
    return with_network<PrivateExactAdmm>(std::move(rows));
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
