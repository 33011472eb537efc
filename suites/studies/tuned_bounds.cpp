#include "suites/studies/tuned_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "framework/problem/losses/losses.hpp"
#include "framework/runner/prepare.hpp"

namespace dpsco {

namespace {

/// The smallest d in [1, most_dimensions] that meets a condition which, once met, stays so.
std::optional<Index> first_dimension(const std::function<bool(Index)>& meets) {
  if (meets(1)) return 1;
  Index below = 1, above = 2;
  while (above < most_dimensions && !meets(above)) {
    below = above;
    above *= 2;
  }
  above = std::min(above, most_dimensions);
  if (!meets(above)) return {};
  while (above - below > 1) {
    const Index middle = below + (above - below) / 2;
    (meets(middle) ? above : below) = middle;
  }
  return above;
}

/// Equal but for rounding.
bool same(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::abs(a);
}

}  // namespace

Facts unit_logistic_facts(Index n, double R) {
  return public_facts({.n = n, .d = 1, .bounds = {.row_norm = 1, .radius = R}}, Logistic());
}

Outcome<double> tuned_value(
    const Catalog& catalog, const std::string& name, Facts facts, Index d, const Target& target) {
  facts.d = d;
  facts.spectrum = nullptr;
  const auto promise = catalog.bounds.make(name)->value(
      {.facts = facts, .target = target, .comparator_norm = facts.R()});
  if (!promise) return promise.skip();
  return promise->value;
}

bool is_shape(const Catalog& catalog, const std::string& bound) {
  return catalog.bounds.entry(bound).card.constants == "shape only";
}

TunedBounds tuned_bounds(const Catalog& catalog, const Facts& facts, const Target& target) {
  // Powers of ten, so that a bound which is level on part of the axis is still seen to move.
  std::vector<Index> dimensions{1};
  while (dimensions.back() < most_dimensions) dimensions.push_back(dimensions.back() * 10);
  TunedBounds found;
  for (const std::string& name : catalog.bounds.names()) {
    const auto first = tuned_value(catalog, name, facts, 1, target);
    if (!first) {
      found.without[name] = first.skip().reason;
      continue;
    }
    const bool moves = std::any_of(dimensions.begin(), dimensions.end(), [&](Index d) {
      const auto value = tuned_value(catalog, name, facts, d, target);
      return value && !same(*value, *first);
    });
    (moves ? found.growing : found.flat).push_back(name);
  }
  for (auto* const names : std::array{&found.flat, &found.growing})
    std::stable_partition(names->begin(), names->end(), [&](const std::string& name) {
      return !is_shape(catalog, name);
    });
  return found;
}

std::optional<PromisedCrossing> promised_crossing(const Catalog& catalog,
                                                  const std::string& flat,
                                                  const std::string& growing,
                                                  const Facts& facts,
                                                  const Target& target) {
  const auto low = tuned_value(catalog, flat, facts, 1, target);
  const auto last = tuned_value(catalog, growing, facts, most_dimensions, target);
  if (!low || !last) return {};
  const auto at = [&](Index d) {
    const auto value = tuned_value(catalog, growing, facts, d, target);
    return value ? *value : std::nan("");
  };
  PromisedCrossing found{.at = first_dimension([&](Index d) { return at(d) > *low; })};
  if (!found.at && same(at(most_dimensions / 2), *last))
    found.level_from = first_dimension([&](Index d) { return same(at(d), *last); });
  return found;
}

std::optional<Index> promised_crossing(const Catalog& catalog,
                                       const std::string& flat,
                                       const std::string& growing,
                                       Index n,
                                       const Target& target,
                                       double R) {
  const auto found = promised_crossing(catalog, flat, growing, unit_logistic_facts(n, R), target);
  return found ? found->at : std::nullopt;
}

}  // namespace dpsco
