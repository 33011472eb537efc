#include "privacy/accountants/zcdp.hpp"

#include <cmath>
#include <limits>

#include "framework/core/check.hpp"
#include "privacy/accountants/dp_steps.hpp"
#include "privacy/accountants/renyi.hpp"

namespace dpsco {

Outcome<Price> ZcdpAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  double rho = 0, log_survival = 0;
  for (const Event& event : ledger.events) {
    const auto one = zcdp_rho(event.mechanism, ledger.adjacency);
    if (one) {
      rho += double(event.count) * *one;
      continue;
    }
    const auto steps = dp_steps(Ledger{.adjacency = ledger.adjacency, .events = {event}});
    if (!steps) return one.skip();
    rho += sums(*steps).squares / 2;
    log_survival += sums(*steps).log_survival;
  }
  const double slack = multiplicative_slack(log_survival, delta);
  if (!(slack > 0))
    return Price{.epsilon = std::numeric_limits<double>::infinity(),
                 .direction = Direction::upper,
                 .note = "the events' own deltas exceed delta: no finite epsilon"};
  return Price{.epsilon = rounded_up(rho + 2 * std::sqrt(rho * -std::log(slack))),
               .direction = Direction::upper,
               .note = fmt::format("rho = {:.6g}", rho)};
}

}  // namespace dpsco
