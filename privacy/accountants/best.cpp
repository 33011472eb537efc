#include "privacy/accountants/best.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "framework/core/check.hpp"
#include "privacy/accountants/first_able.hpp"
#include "privacy/add_accountants.hpp"

namespace dpsco {

namespace {

struct LowerBound {
  double epsilon = 0;
  std::string from{};
};

}  // namespace

Outcome<Price> BestAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  std::optional<Price> upper;
  std::optional<LowerBound> lower;
  std::string winner, refusals;
  const auto raise = [&](double epsilon, const std::string& from) {
    if (!lower || epsilon > lower->epsilon) lower = LowerBound{epsilon, from};
  };
  for (const std::string& name : accountant_catalog().accountants.names()) {
    if (name == card.name || name == FirstAbleAccountant::card.name) continue;
    const auto price = accountant_catalog().accountants.make(name)->price(ledger, delta);
    if (!price) {
      refusals += fmt::format("\n  {}: {}", name, price.skip().reason);
      continue;
    }
    if (price->direction == Direction::estimate) continue;
    // An exact price is rounded up: what is rounded down stands in epsilon_lower.
    if (price->direction == Direction::lower) raise(price->epsilon, name);
    if (price->epsilon_lower) raise(*price->epsilon_lower, name);
    if (price->direction == Direction::lower) continue;
    const bool tie = upper && price->epsilon == upper->epsilon &&
                     upper->direction != Direction::exact && price->direction == Direction::exact;
    if (!upper || price->epsilon < upper->epsilon || tie) {
      upper = *price;
      winner = name;
    }
  }
  if (!upper) return Skip{"no accountant has a bound for this ledger:" + refusals};
  Price best{.epsilon = upper->epsilon, .direction = upper->direction};
  best.note = fmt::format("upper from {}", winner);
  if (!upper->note.empty()) best.note += " (" + upper->note + ")";
  if (lower) {
    best.epsilon_lower = std::min(lower->epsilon, best.epsilon);
    best.note += fmt::format(", lower from {}", lower->from);
  }
  return best;
}

}  // namespace dpsco
