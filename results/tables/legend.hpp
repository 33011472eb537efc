#pragma once

#include <string>
#include <vector>

#include "results/tables/groups.hpp"
#include "results/tables/table.hpp"

namespace dpsco {

/// The lines under a table: what the numbers are, how many runs they stand for, what they were
/// promised, which constants nobody would know in life.
std::vector<std::string> legend_of(const Table& table,
                                   const TableGroups& groups,
                                   const RunValue& value);

}  // namespace dpsco
