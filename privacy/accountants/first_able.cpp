#include "privacy/accountants/first_able.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "framework/core/check.hpp"
#include "privacy/add_accountants.hpp"

namespace dpsco {

namespace {

/// Discretising each of thousands of different laws takes `pld` minutes a ledger.
bool takes_pld_minutes(const Ledger& ledger) {
  constexpr std::size_t most = 1000;
  return std::any_of(ledger.events.begin(), ledger.events.end(), [](const Event& event) {
    const auto* many = std::get_if<Heterogeneous>(&event.mechanism);
    return many != nullptr && many->noise_multiplier.size() > most;
  });
}

}  // namespace

Outcome<Price> FirstAbleAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  std::string refusals;
  for (const std::string_view who : first_able_order) {
    if (who == "pld" && takes_pld_minutes(ledger)) continue;
    const auto price =
        accountant_catalog().accountants.make(std::string(who))->price(ledger, delta);
    if (!price) {
      refusals += fmt::format("\n  {}: {}", who, price.skip().reason);
    } else if (price->direction == Direction::upper || price->direction == Direction::exact) {
      Price answer = *price;
      answer.note =
          fmt::format("by {}{}", who, price->note.empty() ? "" : " (" + price->note + ")");
      return answer;
    } else {
      refusals +=
          fmt::format("\n  {}: has only a value of direction '{}'", who, name(price->direction));
    }
  }
  return Skip{"no accountant has an upper bound for this ledger:" + refusals};
}

}  // namespace dpsco
