#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <unordered_map>

namespace dpsco {

/// Position of each cell's key in the plan.
using PlanOrder = std::unordered_map<std::string, std::size_t>;

/// Reads OUT/plan.jsonl: one JSON object a line, of which "key" counts. Lines without it and torn
/// lines are passed over; no file is an empty plan.
PlanOrder read_plan_order(const std::filesystem::path& out);

}  // namespace dpsco
