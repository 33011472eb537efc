#include "algorithms/decentralised/pvp.hpp"

#include <algorithm>

#include "algorithms/decentralised/local_noise.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> Pvp::plan(const Facts& facts, const Budget& budget) const {
  constexpr double residual = 1e-6;  // of subproblems, in units of a record's gradient
  const auto network = network_of_several(*this, facts);
  if (!network) return network.skip();
  const bool published = constants == "published";
  if (published && !(facts.regularisation > 0))
    return Skip{
        "constants = published divides by lambda = 0: take a loss with lambda > 0 or "
        "constants = tight"};
  const RecordWeight weight = record_weight(facts, agents, budget.target.adjacency);
  const double moved = weight.factor * weight.slope * (1 + 2 * residual) * (1 + 1e-14);
  // Of a unit ridge: each agent divides by its own, so all have the same ledger.
  const auto planned = plan_noise(
      NoiseKind::exponential_l2, {.one = moved, .two = moved, .inf = moved}, rounds, budget);
  if (!planned) return planned.skip();

  std::vector<PerturbedStep> steps;
  for (int i = 0; i < network->size(); ++i) {
    const double ridge = facts.regularisation + (published ? 0 : 2 * eta * network->degree(i));
    steps.push_back({.eta = eta, .output_scale = planned->scale / ridge * (1 + 1e-14)});
  }
  std::map<std::string, double> numbers = {
      {"K", double(rounds)}, {"eta", eta}, {"min_degree", double(min_degree(*network))}};
  for (const PerturbedStep& step : steps)
    numbers["scale"] = std::max(numbers["scale"], step.output_scale);
  return {std::make_shared<PerturbedPlan>(
      planned->ledger,
      std::move(numbers),
      *this,
      *network,
      [steps](std::int64_t, int i) { return steps[std::size_t(i)]; },
      eta,
      residual * weight.factor * weight.slope)};
}

}  // namespace dpsco
