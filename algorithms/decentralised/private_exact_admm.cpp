#include "algorithms/decentralised/private_exact_admm.hpp"

#include <cmath>

#include "algorithms/decentralised/admm_plan.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> PrivateExactAdmm::plan(const Facts& facts,
                                                            const Budget& budget) const {
  constexpr double residual = 1e-6;  // of subproblems, in units of B_2
  const auto network = this->network(facts);
  if (!network) return network.skip();
  const auto constants = admm_constants(*this, facts, *network, false);
  if (!constants) return constants.skip();
  const auto B = gradient_sensitivity(facts, agents, budget.target.adjacency);
  const double moved =
      B.two * (1 + 2 * residual) / (constants->D + facts.regularisation) * (1 + 1e-14);
  const NoiseKind kind = noise_kind(noise);
  const auto planned =
      plan_noise(kind,
                 {.one = std::sqrt(double(facts.d)) * moved, .two = moved, .inf = moved},
                 rounds,
                 budget);
  if (!planned) return planned.skip();

  auto numbers = admm_numbers(*this, *network, *constants);
  numbers["sensitivity"] = moved;
  numbers["scale"] = planned->scale;
  auto plan =
      std::make_shared<AdmmPlan>(planned->ledger, std::move(numbers), *this, *network, *constants);
  plan->kind = kind;
  plan->scale = planned->scale;
  plan->tolerance = residual * B.two;
  return {std::move(plan)};
}

}  // namespace dpsco
