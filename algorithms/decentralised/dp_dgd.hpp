// Decentralised gradient descent with local noise and fixed weights.
//
// Problem     min_w (1/N) sum_i f_i(w) over a network of N agents, f_i as in agents.hpp, R^d.
// Method      x_i = 0; for k = 1..K every agent sends
//               x_i <- sum_j w_ij x_j - eta (grad f_i(x_i) + noise)
//             with symmetric doubly stochastic w. Noise: Gaussian, Laplace a coordinate, or of
//             density exp(-||b||_2/scale).
// Privacy     Local: given all earlier messages one record of agent i moves its next one by eta
//             times a difference of gradients, so K releases with L2 sensitivity B_2 (Gaussian,
//             exponential) or L1 sensitivity B_1 (Laplace) of the gradient. Everything sent may be
//             seen by everybody.
// Utility     Theorems 3.4', 4.1', 4.2' of docs/local_privacy.md's source, as bounds.
// Reference   H. Xiao, Y. Ye, S. Devadas, Local Differential Privacy in Decentralized Optimization
//             [xiao2019], eq. (3) with fixed weights.
// Deviations  B_1 in place of d B_inf; the calibrator's noise in place of a stated beta.
#pragma once

#include "algorithms/decentralised/agents.hpp"
#include "algorithms/decentralised/local_noise.hpp"
#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct DpDgd final : Algorithm, NetworkSettings {
  double eta = 1;
  std::string weights = "metropolis", noise = "gaussian";

  static constexpr Card card{.name = "dp-dgd",
                             .doc = "decentralised GD, fixed weights, noise on every message",
                             .cites = "xiao2019, eq. (3) with fixed weights",
                             .needs = needs_lipschitz,
                             .privacy = "local (epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out",
                             .family = "decentralised"};
  static std::vector<Param<DpDgd>> parameters() {
    return with_network<DpDgd>(
        {real("eta", &DpDgd::eta, {1e-12, 1e12}, "||w||^2 / loss", "step size"),
         word("weights", &DpDgd::weights, weight_names, "mixing weights"),
         word("noise", &DpDgd::noise, noise_names, "law of the noise")});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
