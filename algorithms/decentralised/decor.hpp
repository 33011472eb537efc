// Decentralised gradient descent with pairwise-cancelling noise.
//
// Problem     min_x (1/N) sum_i f_i(x), f_i held by agent i of a connected network.
// Method      x^0 = 0; each round agent i broadcasts
//               y_i = x_i - eta (grad f_i(x_i) + N(0, s^2 I) + sum_{j in N_i} v_ij),
//             v_ij = -v_ji ~ N(0, (ratio s)^2 I) fresh and known to i and j only; then x_i is
//             sum_j w_ij y_j. The pair terms vanish from the network's mean.
// Privacy     against all who see every broadcast and up to `colluders` agents who pool their pair
//             secrets; not local privacy: if all neighbours of an agent collude only s is left. The
//             broadcasts have covariance S = s^2 (I + ratio^2 L_H), L_H the Laplacian among honest
//             agents, so one agent's round is a Gaussian release with variance 1/(S^-1)_ii (what a
//             shift of coordinate i alone costs). The ledger lists that for the worst agent and the
//             worst set of colluders (framework/ledger/correlated_noise.hpp); with more sets than
//             can be tried (2000, fewer for many agents) a lower bound, and
//             effective_variance_exact = 0 in the schedule.
// Reference   Y. Allouah, A. Koloskova, A. El Firdoussi, M. Jaggi, R. Guerraoui. The Privacy Power
//             of Correlated Noise in Decentralized Learning, 2024. [allouah2024]
// Deviations  Full local gradients with a Lipschitz bound, no clipping; the pair secrets come from
//             the run's streams, not from a shared seed of the two agents.
#pragma once

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

struct Decor final : DescentMethod {
  double ratio = 4;
  std::int64_t colluders = 0;

  static constexpr Card card{
      .name = "decor",
      .doc = "decentralised gradient descent with noise that cancels in pairs",
      .cites = "allouah2024",
      .needs = needs_smooth | needs_lipschitz,
      .privacy =
          "(epsilon, delta)-DP of each agent's record against all "
          "but honest pair secrets",
      .adjacencies = "replace_one zero_out",
      .family = "decentralised"};
  static std::vector<Param<Decor>> parameters() {
    using T = Decor;
    return with_network_rows<T>(
        {eta_row<T>(),
         release_row<T>(),
         real<T>("ratio", &T::ratio, {0, 1e3}, "", "pair noise over own noise, in deviations"),
         whole<T>("colluders", &T::colluders, {0, 4096}, "agents", "that pool their secrets")});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
