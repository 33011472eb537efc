// Private decentralised gradient descent with random weights.
//
// Problem     min_x (1/N) sum_i f_i(x), f_i held by agent i of a connected network.
// Method      x_i^0 = 0; x_i <- A_i(x) - eta grad f_i(x_i) + Delta_i, then broadcast. A_i(x) mixes
//             the neighbours with secret weights, drawn afresh and independently for each
//             coordinate l, agent and round, so A_i(x)[l] is uniform on an interval of length
//             omega:
//               family = lazy    x_l - s ((I - W) x_i)_l, s ~ U[1 - theta, 1 + theta];
//                                omega = 2 theta |((I - W) x_i)_l|; the mean is (W x)_l
//               family = wide    U[a - h, a + h], a = (W x)_l, h = theta min(max_j x_j - a,
//                                a - min_j x_j) over j in N_i and i: convex; the mean is (W x)_l
//               family = extreme U[min_j x_j, max_j x_j]: the mean is not (W x)_l, so nothing says
//                                that the agents converge: the schedule has mean_preserving = 0
//             convex = yes refuses lazy weights that could be negative.
// Privacy     local, as dp-dgd, and no better in the worst case: outputs outside the interval cost
//             exactly eta B / scale whatever omega is. The ledger lists plain noise, Laplace noise
//             with all three of B_1, B_2 and B_inf. omega depends on earlier outputs, so a
//             guarantee could use it through a Renyi filter only (weighted_release.hpp).
//             realised = yes (Laplace noise) computes what this path's draws cost with shifts of
//             eta B_inf a coordinate, mean over agents: a simulation's number, no guarantee; the
//             schedule's worst_case_d_B_inf is what it is compared with.
// Utility     bound decentralised-gd (Theorem 3.4').
// Reference   H. Xiao, Y. Ye, S. Devadas. Local Differential Privacy in Decentralized Optimization,
//             2019, Algorithm 2. [xiao2019]
// Deviations  Weights are drawn for each coordinate: with one number an agent the coordinates are
//             dependent and the per-coordinate loss is not the loss. The ledger charges B_1 or B_2,
//             not d B_inf. The families are ours; the paper's two examples are not recoverable.
#pragma once

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

struct RandomWeightGd final : DescentMethod {
  RandomWeightGd() { noise = "laplace"; }
  double theta = 1;
  std::string family = "lazy", convex = "no", realised = "no";

  static constexpr Card card{.name = "random-weight-gd",
                             .doc =
                                 "decentralised gradient descent with secret random weights and "
                                 "noise on every broadcast",
                             .cites = "xiao2019, Algorithm 2",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-LDP of each agent's record",
                             .adjacencies = "replace_one zero_out",
                             .family = "decentralised"};
  static std::vector<Param<RandomWeightGd>> parameters() {
    using T = RandomWeightGd;
    return with_network_rows<T>(
        {eta_row<T>(),
         noise_row<T>(),
         release_row<T>(),
         real<T>("theta", &T::theta, {0, 1}, "", "half width of the weights; 0: fixed weights"),
         word<T>("family",
                 &T::family,
                 "lazy wide extreme",
                 "of weights; extreme has no convergence guarantee"),
         word<T>("convex", &T::convex, "no yes", "refuse weights that may be negative"),
         word<T>("realised",
                 &T::realised,
                 "no yes",
                 "compute the realised loss, a simulation's number and no guarantee")});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
