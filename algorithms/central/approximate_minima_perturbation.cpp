#include "algorithms/central/approximate_minima_perturbation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/objective_plan.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> ApproximateMinimaPerturbation::plan(
    const Facts& facts, const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  const double epsilon = budget.target.epsilon, n = double(facts.n);
  const double standard =
      std::max(std::min(0.887 + 0.0187 / std::pow(epsilon, 0.373), 0.99), 1 - 1 / epsilon + 0.001);
  const double f = fraction > 0 ? fraction : std::min(standard, 0.9999);
  const double wanted = 2 * facts.L() / (n * (1 - f) * (1 - output_share) * epsilon);
  const ObjectivePlan plan{.extra_l2 = std::max(0.0, wanted - facts.regularisation),
                           .gamma = gamma > 0 ? gamma : 1 / (n * n),
                           .gamma_may_grow = !(gamma > 0),
                           .output_share = output_share,
                           .max_steps = max_steps,
                           .numbers = {{"f", f}}};
  return plan.make(facts, budget);
}

}  // namespace dpsco
