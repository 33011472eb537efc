// Decentralised private gradient descent with random weights.
//
// Problem     min_w (1/N) sum_i f_i(w) over a network of N agents, f_i as in agents.hpp, R^d.
// Method      x_i = 0; for k = 1..K every agent sends
//               x_i[l] <- U_i[l] - eta grad_l f_i(x_i) + Lap(scale),
//             U_i[l] uniform on [a - h, a + h], drawn anew for every agent, coordinate and round
//             from what was sent before; with (Wx)_i[l] = a,
//               family = lazy     h = theta |x_i[l] - a|: weights w_ij s, s on [1-theta, 1+theta];
//               family = wide     h = theta min(max_j x_j[l] - a, a - min_j x_j[l]): always convex;
//               family = extreme  [min_j x_j[l], max_j x_j[l]] shrunk by theta about its middle,
//                                 whose mean is not (Wx)_i: NO CONVERGENCE GUARANTEE, for
//                                 comparison only (`mean_preserved` is 0 in its schedule).
// Privacy     Local. Plain Laplace noise of L1 sensitivity eta B_1 for every round: the worst case
//             over outputs is the same for every width, so the ledger lists width 0. The widths
//             depend on earlier outputs, which only a Renyi filter may use. The realised loss of a
//             run is the mean over agents of sum |loss|: a simulation metric, no guarantee.
// Reference   H. Xiao, Y. Ye, S. Devadas, Local Differential Privacy in Decentralized Optimization
//             [xiao2019], Algorithm 2.
// Deviations  B_1 in place of d B_inf (`worst_case` in the schedule is the paper's sum); families
//             are ours, the paper's examples being lost.
#pragma once

#include "algorithms/decentralised/agents.hpp"
#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct PrivateGdRandomWeights final : Algorithm, NetworkSettings {
  double eta = 1, theta = 1;
  std::string weights = "metropolis", family = "lazy", convex = "free", realised = "yes";

  static constexpr Card card{.name = "private-gd-random-weights",
                             .doc = "decentralised GD, Laplace noise, random weights",
                             .cites = "xiao2019, Algorithm 2",
                             .needs = needs_lipschitz,
                             .privacy = "local (epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out",
                             .family = "decentralised"};
  static std::vector<Param<PrivateGdRandomWeights>> parameters() {
    using T = PrivateGdRandomWeights;
    return with_network<T>(
        {real("eta", &T::eta, {1e-12, 1e12}, "||w||^2 / loss", "step size"),
         real("theta", &T::theta, {0, 1}, "", "width of the random weights; 0: fixed weights"),
         word("weights", &T::weights, weight_names, "mean of the random weights"),
         word("family",
              &T::family,
              "lazy wide extreme",
              "law of the weights; WARNING: extreme has no convergence guarantee"),
         word("convex", &T::convex, "free required", "refuse weights outside [0, 1], or not"),
         word("realised", &T::realised, "yes no", "measure the realised loss")});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
