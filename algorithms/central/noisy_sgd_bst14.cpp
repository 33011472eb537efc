#include "algorithms/central/noisy_sgd_bst14.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/sampled_sgd.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> NoisySgdBst14::plan(const Facts& facts,
                                                         const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  const Target& target = budget.target;
  const double G = facts.constants.lipschitz_on_ball, n = double(facts.n);
  const std::int64_t T = facts.n * std::min(facts.n, max_passes);
  double multiplier =
      std::sqrt(32 * std::log(n / target.delta) * -std::log(target.delta)) / target.epsilon;
  if (noise == "calibrated") {
    const auto found = calibrated_noise(facts.n, 1, T, budget);
    if (!found) return found.skip();
    multiplier = *found;
  }
  const double sigma = multiplier * G, B = G + facts.regularisation * facts.R();
  const double eta = 2 * facts.R() / std::sqrt(B * B + double(facts.d) * sigma * sigma);

  auto plan = std::make_shared<SampledSgdPlan>(
      sampled_sgd_ledger(facts.n, 1, T, multiplier),
      std::map<std::string, double>{
          {"T", double(T)}, {"T_published", n * n}, {"eta_1", eta}, {"sigma", sigma}});
  plan->steps = {.updates = T, .lambda = facts.regularisation, .radius = facts.R()};
  plan->eta = eta;
  plan->sigma = sigma;
  plan->decays = true;
  return {std::move(plan)};
}

}  // namespace dpsco
