// DP-ADMM: agents around a server, one approximate step each.
//
// Problem     min_w (1/N) sum_i f_i(w), f_i as in local_objectives.hpp, R^d; every agent talks to a
//             server.
// Method      w = w_i = gamma_i = 0; in round k = 1..K agent i sends
//               w_i <- (rho w + gamma_i + w_i/eta_k - grad f_i(w_i))/(rho + 1/eta_k)
//                      + N(0, (sigma/(rho + 1/eta_k))^2 I),
//             the server answers w = mean_i (w_i - gamma_i/rho), and
//             gamma_i <- gamma_i - rho (w_i - w). eta_k = 1/(smoothness + sigma sqrt(2 d k)/R), R
//             the radius that w* is declared in: the paper's step in units of the noise. All agents
//             go on with what they sent.
// Privacy     Local. Gaussian releases of L2 sensitivity B_2/(rho + 1/eta_k), so of the gradient
//             with sigma: K of them. gamma_i and w are functions of what was sent.
// Reference   Z. Huang, R. Hu, Y. Guo, E. Chan-Tin, Y. Gong, DP-ADMM: ADMM-Based Distributed
//             Learning with Differential Privacy [huang2020].
// Deviations  sigma from the budget's accountant, for all rounds together, in place of the
//             classical formula for each, which needs epsilon < 1.
#pragma once

#include "algorithms/decentralised/setup.hpp"

namespace dpsco {

struct DpAdmm final : NetworkMethod {
  DpAdmm() { graph = "star"; }
  double rho = 0.1;

  static constexpr Card card{.name = "dp-admm",
                             .doc = "ADMM around a server, one noisy step an agent and round",
                             .cites = "huang2020",
                             .needs = needs_lipschitz | needs_smooth,
                             .privacy = "(epsilon, delta)-LDP of each agent's record",
                             .adjacencies = "replace_one zero_out",
                             .family = "decentralised"};
  static std::vector<Param<DpAdmm>> parameters() {
    using T = DpAdmm;
    return joined<T>(agent_rows<T>(),
                     {real<T>("rho", &T::rho, {1e-12, 1e12}, "loss / ||w||^2", "penalty")});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
