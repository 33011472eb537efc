#include "privacy/accountants/iteration.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "privacy/accountants/gdp_composition.hpp"

namespace dpsco {

Outcome<Price> IterationAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  double sum = 0;
  std::string positions;
  for (const Event& event : ledger.events) {
    if (std::holds_alternative<NonPrivate>(event.mechanism))
      return Price{.epsilon = std::numeric_limits<double>::infinity(),
                   .direction = Direction::exact,
                   .note = "a release without protection"};
    const auto* iteration = std::get_if<NoisyIteration>(&event.mechanism);
    if (iteration == nullptr)
      return Skip{fmt::format("amplification by iteration is for 'noisy_iteration', not '{}'",
                              name(event.mechanism))};
    const auto* named = std::get_if<NamedSchedule>(&iteration->schedule);
    const IterationCost cost = noisy_iteration_cost(
        named != nullptr ? expand(*named) : std::get<IterationArrays>(iteration->schedule));
    sum += double(event.count) * cost.squared_mu;
    positions += fmt::format("{}{}", positions.empty() ? "" : ", ", cost.position);
  }
  const double mu = std::sqrt(sum);
  return Price{.epsilon = gdp_epsilon(mu, delta),
               .direction = Direction::upper,
               .note = fmt::format("mu = {:.6g}, the record costs most at update {} (from 0)",
                                   mu,
                                   positions.empty() ? "none" : positions)};
}

}  // namespace dpsco
