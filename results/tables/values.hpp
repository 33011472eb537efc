// Names for what a run gave: the numbers that a table averages.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "results/journal/stored_run.hpp"

namespace dpsco {

struct RunValue {
  std::string name{};
  std::string meaning{};          ///< with its unit, a phrase for the legend
  bool larger_is_better = false;  ///< of metrics whose name ends with accuracy
  std::function<std::optional<double>(const StoredRun&)> of{};
  /// Why an ok run has no number; empty if it was never asked for it.
  std::function<std::string(const StoredRun&)> why_missing{};
};

/// The value called `name`: a metric, bound/NAME, epsilon/ACCOUNTANT (at the target's delta, or at
/// another: epsilon/ACCOUNTANT@DELTA), schedule/NAME, cpu, wall or gradients. Throws ConfigError
/// naming the nearest value of these runs, and for `wall` if no run was timed alone and
/// undisturbed: a wall time among neighbours says nothing about the method.
RunValue value_named(std::string_view name, std::span<const StoredRun* const> runs);

}  // namespace dpsco
