#pragma once

#include <string>

#include "framework/registry/catalog.hpp"
#include "suites/cli/run_command.hpp"

namespace dpsco {

/// The plan of a grid: counts by axis, then every distinct method, data set and target priced by
/// every accountant without running anything: schedule, epsilons, and why a cell will be skipped or
/// infeasible.
std::string plan_text(const PlannedGrid& grid, const Catalog& catalog);

}  // namespace dpsco
