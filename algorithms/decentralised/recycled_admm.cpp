#include "algorithms/decentralised/recycled_admm.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> RecycledAdmm::plan(const Facts& facts,
                                                        const Budget& budget) const {
  auto planned = setup_of_several(facts);
  if (!planned) return planned.skip();
  const Graph& graph = planned->network->graph();
  const RecordWeight weight = record_weight(*planned, facts, budget.target.adjacency);
  const double V = min_degree(graph);
  const std::int64_t charged = (rounds + 1) / 2;
  const bool published = constants == "published";
  const auto ledger_of = [&](double loss) {
    return Ledger{.adjacency = budget.target.adjacency,
                  .events = {{.mechanism = Pure{.epsilon = loss * (1 + 1e-14)}, .count = charged}}};
  };
  const auto curvature_loss = [&](double penalty) {
    const double strong = facts.regularisation + 2 * penalty * V;
    return published ? 2.8 * weight.curvature / strong : jacobian_loss(weight, strong);
  };
  const auto penalty =
      smallest_eta(eta, budget, [&](double at) { return ledger_of(2 * curvature_loss(at)); });
  if (!penalty) return penalty.skip();
  // Scales in units of the slope.
  const auto ledger_at = [&](double scale) {
    return ledger_of((published ? 2 : weight.factor) / scale + curvature_loss(*penalty));
  };
  const auto scale = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!scale) return scale.skip();
  const PerturbedStep look{.eta = *penalty, .inner_scale = *scale * weight.slope * (1 + 1e-14)};
  const PerturbedStep again{.eta = *penalty, .damping = damping > 0 ? damping : planned->ell};
  auto numbers = planned->numbers(budget.target.adjacency);
  numbers.merge(std::map<std::string, double>{{"charged_rounds", double(charged)},
                                              {"eta", *penalty},
                                              {"min_degree", V},
                                              {"damping", again.damping},
                                              {"scale", look.inner_scale}});
  return {std::make_shared<PerturbedPlan>(
      ledger_at(*scale),
      std::move(numbers),
      *std::move(planned),
      [look, again](std::int64_t k, int) { return k % 2 == 0 ? look : again; },
      *penalty,
      1e-10)};
}

}  // namespace dpsco
