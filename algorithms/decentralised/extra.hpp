// EXTRA: an exact first-order method with a constant step, without noise.
//
// Problem     min_x (1/N) sum_i f_i(x), f_i held by agent i of a connected network.
// Method      x^0 = 0, x^1 = W x^0 - eta grad f(x^0),
//             x^{k+2} = (I + W) x^{k+1} - (I + W)/2 x^k - eta (grad f(x^{k+1}) - grad f(x^k)).
//             A round is one gradient: K rounds leave x^K.
// Privacy     none: the ledger says non_private.
// Utility     agents reach the optimum itself for eta < (1 + smallest eigenvalue of W)/ell; with
//             r = 0 and zeta = rho_0 linearised private ADMM is this method.
// Reference   W. Shi, Q. Ling, G. Wu, W. Yin. EXTRA: An Exact First-Order Algorithm for
//             Decentralized Consensus Optimization, 2015. [shi2015]
#pragma once

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

struct Extra final : DescentMethod {
  static constexpr Card card{.name = "extra",
                             .doc = "EXTRA, exact with a constant step, not private",
                             .cites = "shi2015",
                             .needs = needs_smooth | needs_lipschitz,
                             .family = "decentralised"};
  static std::vector<Param<Extra>> parameters() {
    return with_network_rows<Extra>({eta_row<Extra>(), release_row<Extra>()});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

/// EXTRA with `plan.noise` added to every gradient once; the same noisy gradient is used in both
/// places.
struct ExtraPlan final : DescentPlan {
  using DescentPlan::DescentPlan;
  Solution run(const Problem& problem, RunContext& context) const override;
};

}  // namespace dpsco
