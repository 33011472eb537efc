// Decentralised gradient descent without noise.
//
// Problem     min_w (1/N) sum_i f_i(w) over a network of N agents, f_i as in agents.hpp, R^d.
// Method      x_i = 0; K times x_i <- sum_j w_ij x_j - eta grad f_i(x_i).
// Privacy     none: the ledger says non_private.
// Reference   A. Nedic, A. Ozdaglar 2009, Distributed Subgradient Methods for Multi-Agent
//             Optimization [nedic2009].
#pragma once

#include "algorithms/decentralised/agents.hpp"
#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Dgd final : Algorithm, NetworkSettings {
  double eta = 1;
  std::string weights = "metropolis";

  static constexpr Card card{.name = "dgd",
                             .doc = "decentralised GD without noise",
                             .cites = "nedic2009",
                             .needs = needs_smooth,
                             .family = "decentralised"};
  static std::vector<Param<Dgd>> parameters() {
    return with_network<Dgd>({real("eta", &Dgd::eta, {1e-12, 1e12}, "||w||^2 / loss", "step size"),
                              word("weights", &Dgd::weights, weight_names, "mixing weights")});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
