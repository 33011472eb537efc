#include "algorithms/decentralised/dp_dgd.hpp"

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> DpDgd::plan(const Facts& facts, const Budget& budget) const {
  const auto network = this->network(facts);
  if (!network) return network.skip();
  const auto B = gradient_sensitivity(facts, agents, budget.target.adjacency);
  const NoiseKind kind = noise_kind(noise);
  const auto planned = plan_noise(kind, B, rounds, budget);
  if (!planned) return planned.skip();
  const Mixing mixing = make_mixing(*network, weights);
  auto numbers = network_numbers(*this, *network, mixing, B);
  numbers["eta"] = eta;
  numbers["scale"] = planned->scale;
  return {std::make_shared<DescentPlan>(
      planned->ledger, std::move(numbers), *this, *network, mixing, eta, kind, planned->scale)};
}

}  // namespace dpsco
