#include "algorithms/central/objective_perturbation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/objective_noise.hpp"
#include "algorithms/central/objective_plan.hpp"
#include "algorithms/central/perturbed_minimum.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

namespace {

/// Lambda that the bound asks for, with the whole budget spent on b: a tuning, no guarantee.
double best_weight(const Facts& facts, const Target& target, bool is_gaussian) {
  const auto n = double(facts.n), d = double(facts.d);
  const double shift = records_changed(target.adjacency) * facts.G();
  const double size = is_gaussian ? std::sqrt(d) * shift / gdp_mu(target.epsilon, target.delta)
                                  : std::sqrt(d * (d + 1)) * shift / target.epsilon;
  const double least = is_gaussian ? 2 * facts.L() / (n * target.epsilon)
                                   : weight_for_jacobian(facts, target.epsilon / 4);
  return std::max(size / (n * facts.R()), least);
}

}  // namespace

Outcome<std::shared_ptr<const Plan>> ObjectivePerturbation::plan(const Facts& facts,
                                                                 const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  const Target& target = budget.target;
  const bool is_gaussian = variant == "kst12";
  const double lambda = facts.regularisation;
  double extra = regulariser > 0 ? regulariser
                                 : std::max(0.0, best_weight(facts, target, is_gaussian) - lambda);
  double Delta = 0;
  if (jacobian_epsilon(facts, lambda + extra) >= target.epsilon) {
    Delta = weight_for_jacobian(facts, target.epsilon / 4) - (lambda + extra);
    extra += Delta;
  }
  const ObjectivePlan plan{.is_gaussian = is_gaussian,
                           .extra_l2 = extra,
                           .gamma = solver_error * facts.G() / double(facts.n),
                           .output_share = output_share,
                           .max_steps = max_steps,
                           .numbers = {{"Delta", Delta}}};
  return plan.make(facts, budget);
}

}  // namespace dpsco
