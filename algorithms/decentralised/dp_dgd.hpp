// Decentralised gradient descent with fixed weights and noise on every broadcast.
//
// Problem     min_x (1/N) sum_i f_i(x), f_i held by agent i of a connected network.
// Method      x_i^0 = 0; x_i <- sum_j w_ij x_j - eta grad f_i(x_i) + Delta_i, then broadcast.
//             noise = laplace (per coordinate), gaussian, or exponential (density exp(-a ||.||)).
// Privacy     local: agent i's broadcasts against everybody, in one of its records. Given the
//             history only grad f_i is private: K releases of sensitivity eta B_1 (Laplace) or
//             eta B_2, B_q from schema bounds. replace_one or zero_out.
// Utility     bounds decentralised-gd (Theorem 3.4') and decentralised-glm (4.1').
// Reference   A. Nedic, A. Ozdaglar 2009 (without noise) [nedic2009]; noise on the broadcast as the
//             fixed-weight case of H. Xiao, Y. Ye, S. Devadas, Local Differential Privacy in
//             Decentralized Optimization, 2019, Algorithm 2 [xiao2019].
// Deviations  Noise from the budget's accountant with the true B_1 or B_2; the paper charges
//             d B_inf. All agents' gradients are divided by n/N, so unequal shards weigh right.
#pragma once

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

struct DpDgd final : DescentMethod {
  static constexpr Card card{.name = "dp-dgd",
                             .doc = "decentralised gradient descent, noise on every broadcast",
                             .cites = "nedic2009; xiao2019, Algorithm 2 with fixed weights",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-LDP of each agent's record",
                             .adjacencies = "replace_one zero_out",
                             .family = "decentralised"};
  static std::vector<Param<DpDgd>> parameters() {
    return with_network_rows<DpDgd>({eta_row<DpDgd>(), noise_row<DpDgd>(), release_row<DpDgd>()});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
