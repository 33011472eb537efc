// Bounds at their own best tuning, and the dimension where one passes another. What has a tuned
// value and what moves with d is asked of the catalog, so a new bound appears by itself.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// The largest dimension that a promised crossing is looked for at.
inline constexpr Index most_dimensions = 1'000'000'000'000;

/// The public facts of logistic loss on n rows of norm at most 1, compared with a point of norm R:
/// G = 1, L = tr = 1/4. d is 1: callers choose it. Throws ConfigError unless R > 0 and finite.
Facts unit_logistic_facts(Index n, double R);

/// Value of bound `name` without a plan at dimension d, R = facts.R() the norm of the point
/// compared with; a Skip if it has no tuning of its own or does not cover the facts. A known
/// spectrum is of one dimension only and is not used.
Outcome<double> tuned_value(
    const Catalog& catalog, const std::string& name, Facts facts, Index d, const Target& target);

struct TunedBounds {
  std::vector<std::string> flat{};     ///< the same value at every d up to most_dimensions
  std::vector<std::string> growing{};  ///< those whose value d changes
  std::map<std::string, std::string> without{};  ///< no tuned value: name and reason
};
/// Every bound of the catalog, sorted by name; those that claim before those of "shape only".
TunedBounds tuned_bounds(const Catalog& catalog, const Facts& facts, const Target& target);

/// True if the constants are 1 for want of better ones.
bool is_shape(const Catalog& catalog, const std::string& bound);

struct PromisedCrossing {
  std::optional<Index> at{};          ///< smallest d where `growing` exceeds `flat`
  std::optional<Index> level_from{};  ///< without one: the d from which `growing` grows no more
};
/// Of two tuned bounds at dimensions 1 to most_dimensions; `growing` must not fall with d. Neither
/// if `growing` still grows at the last one. Empty if a bound has no tuned value.
std::optional<PromisedCrossing> promised_crossing(const Catalog& catalog,
                                                  const std::string& flat,
                                                  const std::string& growing,
                                                  const Facts& facts,
                                                  const Target& target);

/// The smallest d where `growing` exceeds `flat` with unit_logistic_facts(n, R); nothing if there
/// is none or a bound has no tuned value.
std::optional<Index> promised_crossing(const Catalog& catalog,
                                       const std::string& flat,
                                       const std::string& growing,
                                       Index n,
                                       const Target& target,
                                       double R);

}  // namespace dpsco
