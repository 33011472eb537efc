#include "algorithms/decentralised/private_admm.hpp"

#include "algorithms/decentralised/admm_plan.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> PrivateAdmm::plan(const Facts& facts,
                                                       const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  const auto constants = admm_constants(*this, *planned, true);
  if (!constants) return constants.skip();
  const BroadcastNoise::Kind kind = noise_named(noise);
  const bool laplace = kind == BroadcastNoise::Kind::laplace;
  if (realised == "yes" && !laplace)
    return Skip{"the realised loss is defined for Laplace noise: noise = laplace or realised = no"};
  // Of the noise on the gradient: a message has 1/D of it.
  const auto priced = laplace
                          ? planned_weighted_laplace(planned->contribution(facts.d), rounds, budget)
                          : planned_noise(kind, planned->contribution(facts.d), rounds, budget);
  if (!priced) return priced.skip();

  auto numbers = admm_numbers(*planned, budget.target.adjacency, *constants);
  const double scale = priced->scale / constants->D * (1 + 1e-15);  // never below by rounding
  numbers["scale"] = scale;
  if (laplace)
    numbers["worst_case_d_B_inf"] =
        double(rounds) * double(facts.d) * numbers.at("B_inf") / constants->D / scale;
  auto plan = std::make_shared<AdmmPlan>(
      priced->ledger, std::move(numbers), *std::move(planned), *constants);
  plan->noise = {.kind = kind, .scale = scale};
  plan->measure = realised == "yes";
  return {std::move(plan)};
}

}  // namespace dpsco
