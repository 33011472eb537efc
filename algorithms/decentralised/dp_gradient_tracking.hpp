// Gradient tracking on noisy gradients.
//
// Problem     min_x (1/N) sum_i f_i(x), f_i held by agent i of a connected network.
// Method      x^0 = 0, s^0 = g^0; each round broadcasts x and s:
//               x <- W x - eta s,   s <- W s + g(new x) - g(old x),
//             g_i = grad f_i + noise, drawn once for each point. s tracks the mean gradient.
// Privacy     local: both broadcasts are functions of g_i^0, ..., g_i^{K-1}: K releases of
//             sensitivity B_1 (Laplace) or B_2. The gradient at x^K is not needed, nor released.
// Utility     no bound here.
// Reference   A. Nedic, A. Olshevsky, W. Shi. Achieving Geometric Convergence for Distributed
//             Optimization over Time-Varying Graphs, 2017 (without noise) [nedic2017].
// Deviations  The noise is ours. The step is limited to (1 + w)^2/(2 ell), w the smallest
//             eigenvalue of W: where equal quadratics stop converging; unequal agents may need
//             less.
#pragma once

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

struct DpGradientTracking final : DescentMethod {
  static constexpr Card card{.name = "dp-gradient-tracking",
                             .doc = "gradient tracking on gradients that are noised once",
                             .cites = "nedic2017",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-LDP of each agent's record",
                             .adjacencies = "replace_one zero_out",
                             .family = "decentralised"};
  static std::vector<Param<DpGradientTracking>> parameters() {
    using T = DpGradientTracking;
    return with_network_rows<T>({eta_row<T>(), noise_row<T>(), release_row<T>()});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
