#include "algorithms/decentralised/private_admm.hpp"

#include "algorithms/decentralised/admm_plan.hpp"

namespace dpsco {

namespace {

/// As plan_noise() for Laplace noise, but with all three norms in the ledger: accountants may use
/// the better one. The scale is that of the noise on the gradient.
Outcome<PlannedNoise> plan_laplace(const GradientSensitivity& B,
                                   Index d,
                                   std::int64_t count,
                                   const Budget& budget) {
  const auto ledger_at = [&](double z) {
    return Ledger{
        .adjacency = budget.target.adjacency,
        .events = {{.mechanism = LaplaceUniformMixture{.rate = std::vector(std::size_t(d), 1 / z),
                                                       .width = std::vector(std::size_t(d), 0.0),
                                                       .shift_inf = B.inf / B.one,
                                                       .shift_2 = B.two / B.one,
                                                       .shift_1 = 1},
                    .count = count}}};
  };
  const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!z) return z.skip();
  return PlannedNoise{.ledger = ledger_at(*z), .scale = *z * B.one * (1 + 1e-14)};
}

}  // namespace

Outcome<std::shared_ptr<const Plan>> PrivateAdmm::plan(const Facts& facts,
                                                       const Budget& budget) const {
  const auto network = this->network(facts);
  if (!network) return network.skip();
  const auto constants = admm_constants(*this, facts, *network, true);
  if (!constants) return constants.skip();
  const auto B = gradient_sensitivity(facts, agents, budget.target.adjacency);
  const NoiseKind kind = noise_kind(noise);
  const auto planned = kind == NoiseKind::laplace ? plan_laplace(B, facts.d, rounds, budget)
                                                  : plan_noise(kind, B, rounds, budget);
  if (!planned) return planned.skip();

  auto numbers = admm_numbers(*this, *network, *constants);
  numbers["B_1"] = B.one;
  numbers["B_2"] = B.two;
  numbers["B_inf"] = B.inf;
  const double scale = planned->scale / constants->D * (1 + 1e-15);  // never below by rounding
  numbers["scale"] = scale;
  if (kind == NoiseKind::laplace) {
    numbers["beta"] = 1 / scale;
    numbers["worst_case"] = double(rounds) * double(facts.d) * B.inf / constants->D / scale;
  }
  auto plan =
      std::make_shared<AdmmPlan>(planned->ledger, std::move(numbers), *this, *network, *constants);
  plan->kind = kind;
  plan->scale = scale;
  if (kind == NoiseKind::laplace && realised == "yes") plan->shift = B.inf / constants->D;
  return {std::move(plan)};
}

}  // namespace dpsco
