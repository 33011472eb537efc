#include "algorithms/decentralised/private_exact_admm.hpp"

#include <cmath>

#include "algorithms/decentralised/admm_plan.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> PrivateExactAdmm::plan(const Facts& facts,
                                                            const Budget& budget) const {
  constexpr double residual = 1e-6;  // of subproblems, in units of B_2
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  const auto constants = admm_constants(*this, *planned, false);
  if (!constants) return constants.skip();
  // What a record contributes to the minimiser; the solver adds `residual` B_2 on either side.
  const double moved =
      planned->C_2 * (1 + 2 * residual) / (constants->D + planned->lambda) * (1 + 1e-14);
  const BroadcastNoise::Kind kind = noise_named(noise);
  const auto d = double(facts.d);
  const auto priced = planned_noise(
      kind, {.one = std::sqrt(d) * moved, .two = moved, .inf = moved, .d = d}, rounds, budget);
  if (!priced) return priced.skip();

  const Adjacency adjacency = budget.target.adjacency;
  auto numbers = admm_numbers(*planned, adjacency, *constants);
  const double B_2 = numbers.at("B_2");
  numbers["sensitivity"] = sensitivity_factor(0, adjacency) * moved;
  numbers["scale"] = priced->scale;
  auto plan = std::make_shared<AdmmPlan>(
      priced->ledger, std::move(numbers), *std::move(planned), *constants);
  plan->noise = {.kind = kind, .scale = priced->scale};
  plan->tolerance = residual * B_2;
  return {std::move(plan)};
}

}  // namespace dpsco
