// The columns of an export: the names that tables know, over all runs of a journal.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/journal/stored_run.hpp"
#include "results/tables/fields.hpp"

namespace dpsco {

struct ExportColumn {
  std::string name{};
  std::function<std::optional<FieldValue>(const StoredRun&)> of{};  ///< empty: the run has none
};

/// Every column, in this order: what a run is (key, digest, status, ...), its parameters in full
/// (algorithm.eta0), its values (metrics, bound/NAME, epsilon/ACCOUNTANT, schedule/NAME), its times
/// and where it comes from. Numbers may be infinite or NaN.
std::vector<ExportColumn> export_columns(std::span<const StoredRun> runs);

/// The columns called `names`: those above, and what field_named() takes (eta0, algorithm). Throws
/// ConfigError naming the nearest.
std::vector<ExportColumn> export_columns_named(std::span<const StoredRun> runs,
                                               std::span<const std::string> names);

}  // namespace dpsco
