#include "privacy/accountants/shuffle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/core/check.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/accountants/shuffle_profiles.hpp"

namespace dpsco {

namespace {

/// Half-open bracket [low, high] of the epsilon at which `profile` falls to delta.
struct Bracket {
  double low = 0, high = 0;
};
template <class Profile>
Bracket crossing(Profile profile, double largest, double delta) {
  if (profile(0.0) <= delta) return {0, 0};
  Bracket bracket{0, largest};
  while (bracket.high - bracket.low > 1e-10 * bracket.high) {
    const double middle = bracket.low + (bracket.high - bracket.low) / 2;
    (profile(middle) > delta ? bracket.low : bracket.high) = middle;
  }
  return bracket;
}

}  // namespace

Outcome<Price> ShuffleAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  std::int64_t releases = 0;
  for (const Event& event : ledger.events) {
    if (std::holds_alternative<NonPrivate>(event.mechanism))
      return Price{.epsilon = std::numeric_limits<double>::infinity(),
                   .direction = Direction::exact,
                   .note = "a release without protection"};
    const auto* shuffled = std::get_if<Shuffled>(&event.mechanism);
    if (shuffled == nullptr)
      return Skip{
          fmt::format("the shuffle bound is for 'shuffled', not '{}'", name(event.mechanism))};
    if (ledger.adjacency != Adjacency::replace_one)
      return Skip{fmt::format("shuffling is priced under replace_one, the ledger's adjacency is {}",
                              name(ledger.adjacency))};
    if (shuffled->local_delta > 0)
      return Skip{
          fmt::format("local_delta = {} > 0: only pure local randomisers have a proved "
                      "bound here",
                      shuffled->local_delta)};
    releases += event.count;
  }
  const double share = delta / double(std::max<std::int64_t>(releases, 1));
  double epsilon = 0, lower = 0;
  for (const Event& event : ledger.events) {
    const auto& shuffled = std::get<Shuffled>(event.mechanism);
    const std::int64_t n = shuffled.population;
    const double local = shuffled.local_epsilon;
    const auto clones = [&](double at) { return clones_delta(at, n, local); };
    epsilon += double(event.count) * crossing(clones, local, share).high;
    const auto response = [&](double at) { return shuffled_response_delta(at, n, local); };
    if (releases == 1) lower = crossing(response, local, delta).low * (1 - 1e-9);
  }
  Price price{.epsilon = rounded_up(epsilon),
              .direction = Direction::upper,
              .note = fmt::format("clones bound, delta {:.6g} a release", share)};
  if (releases == 1) price.epsilon_lower = std::min(lower, price.epsilon);
  return price;
}

}  // namespace dpsco
