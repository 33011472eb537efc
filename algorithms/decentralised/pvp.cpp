#include "algorithms/decentralised/pvp.hpp"

#include <algorithm>

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> Pvp::plan(const Facts& facts, const Budget& budget) const {
  constexpr double residual = 1e-6;  // of subproblems, in units of a record's gradient
  auto planned = setup_of_several(facts);
  if (!planned) return planned.skip();
  const Graph& graph = planned->network->graph();
  const bool published = constants == "published";
  if (published && !(facts.regularisation > 0))
    return Skip{
        "constants = published divides by lambda = 0: take a loss with lambda > 0 or "
        "constants = tight"};
  const RecordWeight weight = record_weight(*planned, facts, budget.target.adjacency);
  const double moved = weight.slope * (1 + 2 * residual) * (1 + 1e-14);
  // Of a unit ridge: each agent divides by its own, so all have the same ledger.
  const auto priced =
      planned_noise(BroadcastNoise::Kind::exponential,
                    {.one = moved, .two = moved, .inf = moved, .d = double(facts.d)},
                    rounds,
                    budget);
  if (!priced) return priced.skip();

  std::vector<PerturbedStep> steps;
  for (int i = 0; i < graph.nodes(); ++i) {
    const double ridge = facts.regularisation + (published ? 0 : 2 * eta * graph.degree(i));
    steps.push_back({.eta = eta, .output_scale = priced->scale / ridge * (1 + 1e-14)});
  }
  auto numbers = planned->numbers(budget.target.adjacency);
  numbers.merge(
      std::map<std::string, double>{{"eta", eta}, {"min_degree", double(min_degree(graph))}});
  for (const PerturbedStep& step : steps)
    numbers["scale"] = std::max(numbers["scale"], step.output_scale);
  return {std::make_shared<PerturbedPlan>(
      priced->ledger,
      std::move(numbers),
      *std::move(planned),
      [steps](std::int64_t, int i) { return steps[std::size_t(i)]; },
      eta,
      residual * weight.factor * weight.slope)};
}

}  // namespace dpsco
