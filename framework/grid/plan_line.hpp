#pragma once

#include <span>
#include <string>
#include <string_view>

#include "framework/grid/cell.hpp"

namespace dpsco {

/// The cell as one line of plan.jsonl: canonical JSON without a newline. Members: accountants,
/// algorithm, bounds, calibrate, data, key, label, loss, metrics, problem_key, repetition, seed,
/// shared_key, stream_key, target; a choice is {"name", "parameters"}, a target {"adjacency",
/// "delta", "epsilon"}; reals keep their point (10.0), whole numbers have none. Throws ConfigError
/// if a number is not finite.
std::string plan_line(const Cell& cell);

/// Reads a line back: cell_from_plan_line(plan_line(c)) is c. Members it does not know are left
/// alone, so newer plans stay readable. Throws ConfigError naming the member that is missing or has
/// the wrong type, a key that is not 64 hex digits, or the position of bad JSON.
Cell cell_from_plan_line(std::string_view line);

/// For `dpsco plan` and --dry-run: the number of runs and problems, then one line for every axis
/// with its values in plan order and how many runs each has. Ends with a newline.
std::string plan_summary(std::span<const Cell> cells);

}  // namespace dpsco
