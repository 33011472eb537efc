#include "algorithms/central/minibatch_noisy_sgd.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/sampled_sgd.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> MinibatchNoisySgd::plan(const Facts& facts,
                                                             const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  const double G = facts.constants.lipschitz_on_ball, n = double(facts.n);
  const double epsilon = budget.target.epsilon, nats = -std::log(budget.target.delta);
  const double T = std::max(
      1.0, std::floor(std::min(n / 8, std::pow(epsilon * n, 2) / (32 * double(facts.d) * nats))));
  const double m = std::clamp(std::ceil(n * std::sqrt(epsilon / (4 * T))), 1.0, n);
  const auto updates = std::int64_t(T), batch = std::int64_t(m);

  double multiplier = m * std::sqrt(8 * T * nats) / (n * epsilon);
  if (noise == "calibrated") {
    const auto found = calibrated_noise(facts.n, batch, updates, budget);
    if (!found) return found.skip();
    multiplier = *found;
  }
  const double sigma = multiplier * G / m;
  const double eta =
      std::min(facts.R() / (G * std::sqrt(T)), 2 / (facts.L() + facts.regularisation));

  auto plan = std::make_shared<SampledSgdPlan>(
      sampled_sgd_ledger(facts.n, batch, updates, multiplier),
      std::map<std::string, double>{{"T", T}, {"batch", m}, {"eta", eta}, {"sigma", sigma}});
  plan->steps = {.updates = updates,
                 .batch = batch,
                 .lambda = facts.regularisation,
                 .radius = facts.R(),
                 .average = true};
  plan->eta = eta;
  plan->sigma = sigma;
  return {std::move(plan)};
}

}  // namespace dpsco
