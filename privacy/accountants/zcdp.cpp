#include "privacy/accountants/zcdp.hpp"

#include <cmath>

#include "framework/core/check.hpp"
#include "privacy/accountants/renyi.hpp"

namespace dpsco {

Outcome<Price> ZcdpAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  double rho = 0;
  for (const Event& event : ledger.events) {
    const auto one = zcdp_rho(event.mechanism, ledger.adjacency);
    if (!one) return one.skip();
    rho += double(event.count) * *one;
  }
  return Price{.epsilon = rounded_up(rho + 2 * std::sqrt(rho * -std::log(delta))),
               .direction = Direction::upper,
               .note = fmt::format("rho = {:.6g}", rho)};
}

}  // namespace dpsco
