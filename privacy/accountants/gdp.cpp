#include "privacy/accountants/gdp.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "privacy/accountants/gdp_composition.hpp"
#include "privacy/accountants/heterogeneous_steps.hpp"

namespace dpsco {

Outcome<Price> GdpAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  const auto mu_squared = squared_mu(ledger);
  if (!mu_squared) return mu_squared.skip();
  const auto bounded = [](const Event& event) {
    return std::holds_alternative<NoisyIteration>(event.mechanism) ||
           std::holds_alternative<TreeAggregation>(event.mechanism) ||
           (std::holds_alternative<Heterogeneous>(event.mechanism) &&
            !std::holds_alternative<Gaussian>(
                only(std::get<Heterogeneous>(event.mechanism).inner, "heterogeneous").mechanism));
  };
  const Direction direction = std::any_of(ledger.events.begin(), ledger.events.end(), bounded)
                                  ? Direction::upper
                                  : Direction::exact;
  const double mu = std::sqrt(*mu_squared);
  Price price{.epsilon = gdp_epsilon(mu, delta),
              .direction = direction,
              .note = fmt::format("mu = {:.6g}", mu)};
  if (direction == Direction::exact) price.epsilon_lower = gdp_epsilon_below(mu, delta);
  return price;
}

}  // namespace dpsco
