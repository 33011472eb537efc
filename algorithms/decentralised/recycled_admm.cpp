#include "algorithms/decentralised/recycled_admm.hpp"

#include "algorithms/decentralised/admm_penalties.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> RecycledAdmm::plan(const Facts& facts,
                                                        const Budget& budget) const {
  const auto network = network_of_several(*this, facts);
  if (!network) return network.skip();
  const RecordWeight weight = record_weight(facts, agents, budget.target.adjacency);
  const double strong = facts.regularisation + 2 * eta * min_degree(*network);
  const std::int64_t charged = (rounds + 1) / 2;
  // Scales in units of the slope.
  const auto loss_at = [&](double scale) {
    const double loss = constants == "published"
                            ? 2 * (1.4 * weight.curvature / strong + 1 / scale)
                            : weight.factor / scale + jacobian_loss(weight, strong);
    return loss * (1 + 1e-14);
  };
  const auto ledger_at = [&](double scale) {
    return Ledger{.adjacency = budget.target.adjacency,
                  .events = {{.mechanism = Pure{.epsilon = loss_at(scale)}, .count = charged}}};
  };
  const auto scale = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!scale) return scale.skip();
  const PerturbedStep look{.eta = eta, .inner_scale = *scale * weight.slope * (1 + 1e-14)};
  const PerturbedStep again{.eta = eta,
                            .damping = damping > 0 ? damping : local_smoothness(facts, agents)};
  std::map<std::string, double> numbers = {{"K", double(rounds)},
                                           {"charged_rounds", double(charged)},
                                           {"eta", eta},
                                           {"min_degree", double(min_degree(*network))},
                                           {"damping", again.damping},
                                           {"scale", look.inner_scale}};
  return {std::make_shared<PerturbedPlan>(
      ledger_at(*scale),
      std::move(numbers),
      *this,
      *network,
      [look, again](std::int64_t k, int) { return k % 2 == 0 ? look : again; },
      eta,
      1e-10)};
}

}  // namespace dpsco
