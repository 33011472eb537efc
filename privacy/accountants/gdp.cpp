#include "privacy/accountants/gdp.hpp"

#include <cmath>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "privacy/accountants/gdp_composition.hpp"

namespace dpsco {

Outcome<Price> GdpAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  const auto mu_squared = squared_mu(ledger);
  if (!mu_squared) return mu_squared.skip();
  Direction direction = Direction::exact;
  for (const Event& event : ledger.events)
    if (std::holds_alternative<NoisyIteration>(event.mechanism)) direction = Direction::upper;
  const double mu = std::sqrt(*mu_squared);
  return Price{.epsilon = gdp_epsilon(mu, delta),
               .direction = direction,
               .note = fmt::format("mu = {:.6g}", mu)};
}

}  // namespace dpsco
