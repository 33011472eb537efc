#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/tables/table.hpp"
#include "results/tables/values.hpp"

namespace dpsco {

/// A cell, or nothing if no run of it was tried: all skipped or infeasible, or none is there; and
/// what it lacks: "3 diverged: step too long; 1 timeout".
struct FilledCell {
  std::optional<TableCell> cell{};
  std::string reason{};
};
FilledCell filled_cell(const std::vector<const StoredRun*>& runs,
                       const RunValue& value,
                       const Statistic& statistic);

}  // namespace dpsco
