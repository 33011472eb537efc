#pragma once

#include <string>

#include "results/tables/table.hpp"

namespace dpsco {

/// Sorts the rows, see TableQuery::sort; stable. Throws ConfigError naming the nearest column.
void sort_rows(Table& table, const std::string& by);

}  // namespace dpsco
