#pragma once

#include <string>

#include "results/tables/table.hpp"

namespace dpsco {

/// A table as a JSON list with one object a cell, for programs that want rows: {rows_name: row,
/// columns_name: column, "value": name, "mean", "low", "high", "runs", "failed", "reason"}; what is
/// unknown is null.
std::string table_as_row_objects(const Table& table);

}  // namespace dpsco
