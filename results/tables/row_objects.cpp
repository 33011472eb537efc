#include "results/tables/row_objects.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

namespace dpsco {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json field(const FieldValue& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

}  // namespace

std::string table_as_row_objects(const Table& table) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const auto& cell = table.cells[r][c];
      const bool interval = cell && cell->interval;
      rows.push_back(
          {{table.rows_name, field(table.rows[r])},
           {table.columns_name, field(table.columns[c])},
           {"value", table.value},
           {"mean", cell && cell->mean ? number(*cell->mean) : Json(nullptr)},
           {"low", interval ? number(cell->interval->low) : Json(nullptr)},
           {"high", interval ? number(cell->interval->high) : Json(nullptr)},
           {"runs", cell ? cell->runs : 0},
           {"failed", cell ? cell->failed : 0},
           {"reason", table.reasons[r][c].empty() ? Json(nullptr) : Json(table.reasons[r][c])}});
    }
  return rows.dump() + "\n";
}

}  // namespace dpsco
