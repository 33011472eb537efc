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
/// pre: profile(largest) <= delta; it falls on [0, largest].
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

/// The smallest epsilon that the clones bound proves at `delta`, from above; at most the local
/// epsilon, infinite if even the local guarantee does not hold at delta.
double clones_epsilon(const Shuffled& shuffled, double delta) {
  const std::int64_t n = shuffled.population;
  const double local = shuffled.local_epsilon, local_delta = shuffled.local_delta;
  const auto profile = [&](double at) {
    const double excess = local_delta == 0 ? 0 : approximate_excess(at, n, local, local_delta);
    return clones_delta(at, n, local) + excess;
  };
  if (local_delta == 0) return crossing(profile, local, delta).high;
  // Both parts are convex in e^epsilon, one falls and one rises: left of the least sum it falls.
  double low = 0, high = local;
  for (int k = 0; k < 60; ++k) {
    const double third = (high - low) / 3;
    if (profile(low + third) <= profile(high - third))
      high -= third;
    else
      low += third;
  }
  if (profile(low) <= delta) return crossing(profile, low, delta).high;
  return local_delta <= delta ? local : std::numeric_limits<double>::infinity();
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
    releases += event.count;
  }
  const double share = delta / double(std::max<std::int64_t>(releases, 1));
  double epsilon = 0, lower = 0;
  for (const Event& event : ledger.events) {
    const auto& shuffled = std::get<Shuffled>(event.mechanism);
    const std::int64_t n = shuffled.population;
    const double local = shuffled.local_epsilon;
    epsilon += double(event.count) * clones_epsilon(shuffled, share);
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
