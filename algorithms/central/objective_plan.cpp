#include "algorithms/central/objective_plan.hpp"

#include <algorithm>

#include "algorithms/central/objective_noise.hpp"
#include "algorithms/central/perturbed_minimum.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> ObjectivePlan::make(const Facts& facts,
                                                         const Budget& budget) const {
  const Adjacency adjacency = budget.target.adjacency;
  const double Lambda = facts.regularisation + extra_l2;
  const double jacobian = jacobian_epsilon(facts, Lambda);
  const double delta = 0.99 * budget.target.delta;
  // What an approximate minimiser may be off another's, both near the same exact one.
  double spread = 2 * gamma / Lambda;

  const auto ledger_at = [&](double scale) {
    Ledger ledger{.adjacency = adjacency, .events = {}};
    if (is_gaussian) {
      ledger.events.push_back({gaussian_release(scale, jacobian, delta, adjacency)});
      ledger.events.push_back(
          {Gaussian{.noise_multiplier = scale / output_share, .sensitivity = 1}});
    } else {
      ledger.events.push_back({exponential_release(scale, jacobian)});
      ledger.events.push_back({ExponentialNoiseL2{.rate = output_share / (scale * spread),
                                                  .sensitivity = spread * (1 + 1e-15)}});
    }
    return ledger;
  };
  const auto scale = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!scale) return scale.skip();

  const double objective_noise = *scale * records_changed(adjacency) * facts.G() * (1 + 1e-15);
  const auto law = is_gaussian ? VectorNoise::Law::gaussian : VectorNoise::Law::exponential_l2;
  PerturbedMinimum minimum{.extra_l2 = extra_l2,
                           .gamma = gamma,
                           .max_steps = int(max_steps),
                           .linear = {.law = law, .scale = objective_noise}};
  if (gamma_may_grow) {
    minimum.gamma = std::max(gamma, smallest_gamma(minimum, facts));
    spread = 2 * minimum.gamma / Lambda;  // the Gaussian's ledger does not depend on it
  }
  if (std::string reason = uncertifiable(minimum, facts); !reason.empty()) return Skip{reason};
  const double output_noise = *scale / output_share * spread * (1 + 1e-15);
  minimum.output = {.law = law, .scale = output_noise};
  std::map<std::string, double> schedule = numbers;
  schedule.insert({{"Lambda", Lambda},
                   {"gamma", minimum.gamma},
                   {"jacobian_epsilon", jacobian},
                   {"objective_noise", objective_noise},
                   {"output_noise", output_noise}});
  auto plan = std::make_shared<PerturbedMinimumPlan>(ledger_at(*scale), std::move(schedule));
  plan->minimum = minimum;
  return {std::move(plan)};
}

}  // namespace dpsco
