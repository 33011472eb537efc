// Decentralised gradient descent, without noise: the envelope of the private ones.
//
// Problem     min_x (1/N) sum_i f_i(x), f_i held by agent i of a connected network.
// Method      x_i^0 = 0; x_i <- sum_j w_ij x_j - eta grad f_i(x_i).
// Privacy     none: the ledger says non_private.
// Utility     agents stay O(eta) apart: a constant step does not reach the optimum (dp-extra and
//             dp-gradient-tracking do).
// Reference   A. Nedic, A. Ozdaglar. Distributed Subgradient Methods for Multi-Agent Optimization,
//             2009. [nedic2009]
#pragma once

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

struct Dgd final : DescentMethod {
  static constexpr Card card{.name = "dgd",
                             .doc = "decentralised gradient descent without noise, not private",
                             .cites = "nedic2009",
                             .needs = needs_smooth | needs_lipschitz,
                             .family = "decentralised"};
  static std::vector<Param<Dgd>> parameters() {
    return with_network_rows<Dgd>({eta_row<Dgd>(), release_row<Dgd>()});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
