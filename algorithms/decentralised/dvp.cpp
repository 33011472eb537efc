#include "algorithms/decentralised/dvp.hpp"

#include <algorithm>
#include <cmath>

namespace dpsco {

namespace {

PerturbedStep step_for(
    double alpha, double eta, double strong, const RecordWeight& weight, bool published) {
  const double jacobian = jacobian_loss(weight, strong);
  const double share = published ? alpha / 4 : alpha / 2;  // of the Jacobian, if Phi is needed
  const bool enough = published ? alpha > 2 * jacobian : jacobian <= alpha / 2;
  const double ridge =
      enough ? 0 : std::max(0.0, weight.curvature / std::expm1(share) * (1 + 1e-12) - strong);
  const double left = published ? (enough ? alpha - 2 * jacobian : alpha / 2)
                                : alpha - (enough ? jacobian : alpha / 2);
  const double moved = (published ? 2 : weight.factor) * weight.slope;
  return {.eta = eta, .ridge = ridge, .inner_scale = moved / left * (1 + 1e-14)};
}

}  // namespace

Outcome<std::shared_ptr<const Plan>> Dvp::plan(const Facts& facts, const Budget& budget) const {
  auto planned = setup_of_several(facts);
  if (!planned) return planned.skip();
  const Graph& graph = planned->network->graph();
  const RecordWeight weight = record_weight(*planned, facts, budget.target.adjacency);
  const auto ledger_at = [&](double z) {
    return Ledger{.adjacency = budget.target.adjacency,
                  .events = {{.mechanism = Pure{.epsilon = 1 / z}, .count = rounds}}};
  };
  const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!z) return z.skip();
  const double alpha = 1 / *z * (1 - 1e-14);  // never above what the ledger lists

  std::vector<PerturbedStep> steps;
  steps.reserve(std::size_t(graph.nodes()));
  for (int i = 0; i < graph.nodes(); ++i)
    steps.push_back(step_for(alpha,
                             eta,
                             facts.regularisation + 2 * eta * graph.degree(i),
                             weight,
                             constants == "published"));
  const auto weakest = std::max_element(
      steps.begin(), steps.end(), [](const PerturbedStep& a, const PerturbedStep& b) {
        return a.inner_scale < b.inner_scale;
      });
  auto numbers = planned->numbers(budget.target.adjacency);
  numbers.merge(std::map<std::string, double>{{"eta", eta},
                                              {"alpha", alpha},
                                              {"min_degree", double(min_degree(graph))},
                                              {"phi", weakest->ridge},
                                              {"scale", weakest->inner_scale}});
  return {std::make_shared<PerturbedPlan>(
      ledger_at(*z),
      std::move(numbers),
      *std::move(planned),
      [steps](std::int64_t, int i) { return steps[std::size_t(i)]; },
      eta,
      1e-10)};
}

}  // namespace dpsco
