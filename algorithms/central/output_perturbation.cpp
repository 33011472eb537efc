#include "algorithms/central/output_perturbation.hpp"

#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/perturbed_minimum.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> OutputPerturbation::plan(const Facts& facts,
                                                              const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  const bool is_gaussian = noise == "gaussian";
  const double n = double(facts.n), d = double(facts.d), G = facts.G();
  const double gamma = solver_error * G / n;

  // In units of the sensitivity the ledger depends on the scale alone.
  const auto ledger_at = [&](double scale, double sensitivity) {
    Ledger ledger{.adjacency = budget.target.adjacency, .events = {}};
    if (is_gaussian)
      ledger.events.push_back({Gaussian{.noise_multiplier = scale, .sensitivity = 1}});
    else
      ledger.events.push_back(
          {ExponentialNoiseL2{.rate = 1 / (scale * sensitivity), .sensitivity = sensitivity}});
    return ledger;
  };
  const auto unit =
      budget.calibrator->smallest_scale([&](double s) { return ledger_at(s, 1); }, budget.target);
  if (!unit) return unit.skip();
  // A hair more noise: multiplying by the sensitivity rounds.
  const double scale = *unit * (1 + 1e-13);

  const double shift = records_changed(budget.target.adjacency) * G / n + 2 * gamma;
  const double mean_norm = (is_gaussian ? std::sqrt(d) : d) * scale * shift;  // Lambda E||c||
  const double wanted = std::sqrt(2 * G * mean_norm) / facts.R();
  const double extra = regulariser > 0 ? regulariser : std::max(0.0, wanted - facts.regularisation);
  const double Lambda = facts.regularisation + extra, sensitivity = shift / Lambda;

  auto plan = std::make_shared<PerturbedMinimumPlan>(
      ledger_at(scale, sensitivity),
      std::map<std::string, double>{{"Lambda", Lambda},
                                    {"gamma", gamma},
                                    {"sensitivity", sensitivity},
                                    {"scale", scale * sensitivity}});
  plan->minimum = {
      .extra_l2 = extra,
      .gamma = gamma,
      .max_steps = int(max_steps),
      .output = {.law = is_gaussian ? VectorNoise::Law::gaussian : VectorNoise::Law::exponential_l2,
                 .scale = scale * sensitivity}};
  if (std::string reason = uncertifiable(plan->minimum, facts); !reason.empty())
    return Skip{reason + "; raise solver_error"};
  return {std::move(plan)};
}

}  // namespace dpsco
