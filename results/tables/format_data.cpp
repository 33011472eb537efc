// The formats that programs read: CSV and JSON.
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "results/tables/format.hpp"
#include "results/tables/format_parts.hpp"

namespace dpsco {

namespace {

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n#") == std::string::npos) return text;
  std::string out(1, '"');
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string csv_number(const std::optional<double>& number) {
  return number ? fmt::format("{}", *number) : "";
}

std::optional<double> low(const std::optional<Interval95>& interval) {
  return interval ? std::optional(interval->low) : std::nullopt;
}
std::optional<double> high(const std::optional<Interval95>& interval) {
  return interval ? std::optional(interval->high) : std::nullopt;
}

std::string name_of(const Statistic& statistic) {
  using Kind = Statistic::Kind;
  switch (statistic.kind) {
    case Kind::mean:
      return "mean";
    case Kind::interval:
      return "interval";
    case Kind::median:
      return "median";
    case Kind::best:
      return "best";
    case Kind::best_of:
      return fmt::format("best-of-{}", statistic.draws);
    case Kind::worst:
      return "worst";
  }
  return {};
}

using Json = nlohmann::ordered_json;

Json json_of(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}
Json json_of(const std::string& reason) {
  return reason.empty() ? Json(nullptr) : Json(reason);
}
Json json_of(const FieldValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  const double number = std::get<double>(value);
  if (std::abs(number) < 0x1p53 && number == std::floor(number)) return std::int64_t(number);
  return number;
}

/// What the columns of a CSV are, over all of its tables.
struct CsvShape {
  bool value = false, statistic = false, slope = false, choice = false;
};

void append_csv_row(
    std::string& out, const Table& table, std::size_t r, std::size_t c, const CsvShape& shape) {
  const TableCell cell = table.cells[r][c].value_or(TableCell{});
  if (shape.value) out += csv_text(table.value) + ',';
  out += fmt::format("{},{},{},",
                     csv_text(to_text(table.rows[r])),
                     csv_text(to_text(table.columns[c])),
                     csv_number(cell.mean));
  if (shape.statistic) out += csv_number(cell.shown) + ',';
  out += fmt::format("{},{},{},{}",
                     csv_number(low(cell.interval)),
                     csv_number(high(cell.interval)),
                     cell.runs,
                     cell.failed);
  if (shape.slope) {
    const LogLogSlope slope = table.has_slope ? table.slopes[r] : LogLogSlope{};
    out += fmt::format(",{},{},{}",
                       csv_number(slope.value),
                       csv_number(low(slope.interval)),
                       csv_number(high(slope.interval)));
  }
  out += ',' + csv_text(table.reasons[r][c]);
  if (shape.choice) out += ',' + csv_text(table.choices[r][c]);
  out += '\n';
}

Json json_of(const std::optional<TableCell>& cell, const Statistic& statistic) {
  if (!cell) return nullptr;
  Json json{{"mean", json_of(cell->mean)},
            {"low", json_of(low(cell->interval))},
            {"high", json_of(high(cell->interval))},
            {"runs", cell->runs},
            {"failed", cell->failed}};
  if (!statistic.is_mean()) json["value"] = json_of(cell->shown);
  return json;
}

Json slope_json(const Table& table, std::size_t r) {
  const std::string none = table.statistic.is_mean() ? table.columns_name + " is not a number"
                                                     : "a slope is one of means";
  const LogLogSlope slope = table.has_slope ? table.slopes[r] : LogLogSlope{.reason = none};
  Json json{{"value", json_of(slope.value)},
            {"low", json_of(low(slope.interval))},
            {"high", json_of(high(slope.interval))}};
  if (!slope.reason.empty()) json["reason"] = slope.reason;
  return json;
}

Json json_of(const Table& table) {
  Json json{{"rows", Json::array()},
            {"columns", Json::array()},
            {"cells", Json::array()},
            {"slope", Json::array()},
            {"reasons", Json::array()},
            {"legend", table.legend}};
  for (const FieldValue& row : table.rows) json["rows"].push_back(json_of(row));
  for (const FieldValue& column : table.columns) json["columns"].push_back(json_of(column));
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Json cells = Json::array(), reasons = Json::array();
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      cells.push_back(json_of(table.cells[r][c], table.statistic));
      reasons.push_back(json_of(table.reasons[r][c]));
    }
    json["cells"].push_back(std::move(cells));
    json["reasons"].push_back(std::move(reasons));
    json["slope"].push_back(slope_json(table, r));
  }
  json["value"] = table.value;
  json["statistic"] = name_of(table.statistic);
  if (!table.choices.empty()) json["choices"] = table.choices;
  return json;
}

}  // namespace

std::string table_as_csv(const Table& table) {
  return tables_as_csv({&table, 1});
}

std::string table_as_json(const Table& table) {
  return tables_as_json({&table, 1});
}

std::string tables_as_csv(std::span<const Table> tables) {
  CsvShape shape{.value = tables.size() > 1};
  for (const Table& table : tables) {
    shape.statistic = shape.statistic || !table.statistic.is_mean();
    shape.slope = shape.slope || table.has_slope;
    shape.choice = shape.choice || !table.choices.empty();
  }
  const Table& first = tables.front();
  std::string out = fmt::format("{}{},{},mean,{}low,high,runs,failed{},reason{}\n",
                                shape.value ? "value," : "",
                                csv_text(first.rows_name),
                                csv_text(first.columns_name),
                                shape.statistic ? name_of(first.statistic) + ',' : "",
                                shape.slope ? ",slope,slope_low,slope_high" : "",
                                shape.choice ? ",choice" : "");
  for (const Table& table : tables)
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      for (std::size_t c = 0; c < table.columns.size(); ++c)
        append_csv_row(out, table, r, c, shape);
  std::set<std::string> said;
  for (const Table& table : tables)
    for (const std::string& line : table.legend)
      if (said.insert(line).second) out += fmt::format("# {}\n", line);
  return out;
}

std::string tables_as_json(std::span<const Table> tables) {
  if (tables.size() == 1) return json_of(tables.front()).dump() + '\n';
  Json all = Json::array();
  for (const Table& table : tables) all.push_back(json_of(table));
  return Json{{"tables", all}}.dump() + '\n';
}

}  // namespace dpsco
