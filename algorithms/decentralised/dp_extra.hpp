// EXTRA on noisy gradients.
//
// Problem     min_x (1/N) sum_i f_i(x), f_i held by agent i of a connected network.
// Method      extra, with g_i^k = grad f_i(x_i^k) + noise in place of each gradient. g_i^k is drawn
//             once and used in both rounds that need it.
// Privacy     local: what agent i sends is a function of g_i^0, ..., g_i^{K-1} and of what others
//             sent, so K releases of sensitivity B_1 (Laplace) or B_2. Fresh noise in the second
//             use would release each gradient twice.
// Utility     no bound here. The noise adds up in (I - W)/2 of the past steps: more than dp-dgd's.
// Reference   W. Shi, Q. Ling, G. Wu, W. Yin 2015 (without noise) [shi2015].
// Deviations  The noise is ours.
#pragma once

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

struct DpExtra final : DescentMethod {
  static constexpr Card card{.name = "dp-extra",
                             .doc = "EXTRA on gradients that are noised once and used twice",
                             .cites = "shi2015",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-LDP of each agent's record",
                             .adjacencies = "replace_one zero_out",
                             .family = "decentralised"};
  static std::vector<Param<DpExtra>> parameters() {
    return with_network_rows<DpExtra>(
        {eta_row<DpExtra>(), noise_row<DpExtra>(), release_row<DpExtra>()});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
