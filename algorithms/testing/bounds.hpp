// What tests of bounds share: the catalog, and a bound's value at its own best tuning.
#pragma once

#include <stdexcept>

#include "algorithms/add_algorithms.hpp"

namespace dpsco::testing {

/// Algorithms and bounds alone.
inline const Catalog& catalog() {
  static const Catalog all = [] {
    Catalog made;
    add_algorithms(made);
    return made;
  }();
  return all;
}

/// delta = 1e-5, without a plan. Throws std::runtime_error if the bound has no such value.
inline double tuned_value(const char* bound, const Facts& facts, double epsilon, double R) {
  const auto promise = catalog().bounds.make(bound)->value(
      {.facts = facts, .target = {.epsilon = epsilon, .delta = 1e-5}, .comparator_norm = R});
  if (!promise) throw std::runtime_error(promise.skip().reason);
  return promise->value;
}

}  // namespace dpsco::testing
