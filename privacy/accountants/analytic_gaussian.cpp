#include "privacy/accountants/analytic_gaussian.hpp"

#include <cmath>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "privacy/accountants/gdp_composition.hpp"

namespace dpsco {

Outcome<Price> AnalyticGaussianAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  for (const Event& event : ledger.events)
    if (!std::holds_alternative<Gaussian>(event.mechanism) &&
        !std::holds_alternative<NonPrivate>(event.mechanism))
      return Skip{fmt::format("the analytic Gaussian mechanism is 'gaussian' alone, not '{}'",
                              name(event.mechanism))};
  const auto mu_squared = squared_mu(ledger);
  if (!mu_squared) return mu_squared.skip();
  const double mu = std::sqrt(*mu_squared);
  return Price{.epsilon = gdp_epsilon(mu, delta),
               .direction = Direction::exact,
               .epsilon_lower = gdp_epsilon_below(mu, delta),
               .note = fmt::format("sensitivity / noise = {:.6g}", mu)};
}

}  // namespace dpsco
