// Gradient descent with gossip: one noisy local step, then accelerated averaging of what was sent.
//
// Problem     min_x (1/N) sum_i f_i(x), f_i held by agent i of a connected network.
// Method      x^0 = 0; each round y_i = x_i - eta (grad f_i(x_i) + noise), then T gossip rounds
//               y^1 = W y,   y^{t+1} = g W y^t + (1 - g) y^{t-1},
//               g = 2 (1 - sqrt(l (1 - l/4)))/(1 - l/2)^2,   l = 1 - ||W - J||,
//             and x = y^T. gossip = 0 takes T = ceil(log(N)/(2 sqrt l)): what remains of the
//             disagreement is then about the noise of the mean.
// Privacy     local: K releases of sensitivity eta B_1 (Laplace) or eta B_2, gossip is
//             post-processing. Against one curious neighbour the pairwise network-DP numbers are
//             smaller; they are no local privacy and are not in the ledger.
// Reference   E. Cyffers, M. Even, A. Bellet, L. Massoulie. Muffliato: Peer-to-Peer Privacy
//             Amplification for Decentralized Optimization and Averaging, 2022. [cyffers2022]
// Deviations  l counts the eigenvalues near -1 too. T is ours.
#pragma once

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

struct MuffliatoGd final : DescentMethod {
  std::int64_t gossip = 0;

  static constexpr Card card{.name = "muffliato-gd",
                             .doc = "noisy local step, then accelerated gossip without more noise",
                             .cites = "cyffers2022",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-LDP of each agent's record",
                             .adjacencies = "replace_one zero_out",
                             .family = "decentralised"};
  static std::vector<Param<MuffliatoGd>> parameters() {
    using T = MuffliatoGd;
    return with_network_rows<T>(
        {eta_row<T>(),
         noise_row<T>(),
         release_row<T>(),
         whole<T>(
             "gossip", &T::gossip, {0, 1e6}, "rounds", "T; 0: log(N)/(2 sqrt(1 - ||W - J||))")});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
