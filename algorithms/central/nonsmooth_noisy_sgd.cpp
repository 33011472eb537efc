#include "algorithms/central/nonsmooth_noisy_sgd.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/sampled_sgd.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> NonsmoothNoisySgd::plan(const Facts& facts,
                                                             const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  const double G = facts.constants.lipschitz_on_ball, n = double(facts.n);
  const std::int64_t updates = facts.n * std::min(facts.n, max_passes);
  const auto T = double(updates);
  double multiplier = std::sqrt(8 * -std::log(budget.target.delta)) / budget.target.epsilon;
  if (noise == "calibrated") {
    const auto found = calibrated_noise(facts.n, 1, updates, budget);
    if (!found) return found.skip();
    multiplier = *found;
  }
  const double sigma = multiplier * G, B = G + facts.regularisation * facts.R();
  const double spread =
      B * B + double(facts.d) * sigma * sigma + 4 * G * G * (std::sqrt(T) + T / n);
  const double eta = facts.R() / std::sqrt(T * spread);

  auto plan = std::make_shared<SampledSgdPlan>(
      sampled_sgd_ledger(facts.n, 1, updates, multiplier),
      std::map<std::string, double>{
          {"T", T}, {"T_published", n * n}, {"eta", eta}, {"sigma", sigma}});
  plan->steps = {
      .updates = updates, .lambda = facts.regularisation, .radius = facts.R(), .average = true};
  plan->eta = eta;
  plan->sigma = sigma;
  return {std::move(plan)};
}

}  // namespace dpsco
