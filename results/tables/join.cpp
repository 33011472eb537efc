// Several values: a table each, or one table with the values as an axis.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"
#include "results/tables/sort.hpp"
#include "results/tables/table.hpp"

namespace dpsco {

namespace {

std::size_t place_of(std::vector<FieldValue>& values, const FieldValue& value) {
  const auto found = std::find(values.begin(), values.end(), value);
  if (found != values.end()) return std::size_t(found - values.begin());
  values.push_back(value);
  return values.size() - 1;
}

/// Makes every vector of `grid` as large as the axes say, what is new filled with `empty`.
template <class T>
void widen(std::vector<std::vector<T>>& grid, const Table& table, const T& empty) {
  grid.resize(table.rows.size());
  for (auto& row : grid) row.resize(table.columns.size(), empty);
}

/// Puts the cells of `from` at their places in `to`.
void add(Table& to, const Table& from) {
  std::vector<std::size_t> rows, columns;
  for (const FieldValue& row : from.rows) rows.push_back(place_of(to.rows, row));
  for (const FieldValue& column : from.columns) columns.push_back(place_of(to.columns, column));
  widen(to.cells, to, {});
  widen(to.reasons, to, std::string("no run"));
  widen(to.choices, to, {});
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      to.cells[rows[r]][columns[c]] = from.cells[r][c];
      to.reasons[rows[r]][columns[c]] = from.reasons[r][c];
      if (!from.choices.empty()) to.choices[rows[r]][columns[c]] = from.choices[r][c];
    }
  }
}

bool has(const Table& table, const std::string& line) {
  return std::find(table.legend.begin(), table.legend.end(), line) != table.legend.end();
}

/// Every line once; what does not hold for all values is said of its value.
std::vector<std::string> joined_legend(std::span<const Table> tables) {
  std::vector<std::string> lines;
  for (const Table& table : tables) {
    for (const std::string& line : table.legend) {
      const bool shared = std::all_of(
          tables.begin(), tables.end(), [&](const Table& other) { return has(other, line); });
      std::string said = shared || line.starts_with(table.value + ':')
                             ? line
                             : fmt::format("{} ({})", line, table.value);
      if (std::find(lines.begin(), lines.end(), said) == lines.end())
        lines.push_back(std::move(said));
    }
  }
  return lines;
}

}  // namespace

std::vector<Table> make_tables(std::span<const StoredRun> runs,
                               const TableQuery& query,
                               std::span<const std::string> values,
                               const PlanOrder& plan,
                               const std::function<std::string(const std::string&)>& meaning_of) {
  require(!values.empty(), "--value: name at least one value");
  const bool joined = query.rows == "value" || query.columns == "value";
  require(query.rows != query.columns,
          "--rows and --columns are both {}: make one of them another field",
          query.rows);
  std::vector<Table> tables;
  for (const std::string& value : values) {
    TableQuery one = query;
    one.value = value;
    one.meaning = meaning_of(value);
    if (!query.best_over.empty() && query.best_by.empty()) one.best_by = values.front();
    if (joined) one.sort.clear();
    tables.push_back(make_table(runs, one, plan));
  }
  if (!joined) return tables;
  Table all{.rows_name = query.rows,
            .columns_name = query.columns,
            .value = fmt::format("{}", fmt::join(values, ", ")),
            .statistic = tables.front().statistic};
  // With values as rows the columns may be numbers, each row with its slope.
  all.has_slope =
      query.rows == "value" && std::all_of(tables.begin(), tables.end(), [&](const Table& table) {
        return table.has_slope && table.columns == tables.front().columns;
      });
  for (const Table& table : tables) {
    add(all, table);
    if (all.has_slope)
      all.slopes.insert(all.slopes.end(), table.slopes.begin(), table.slopes.end());
  }
  all.legend = joined_legend(tables);
  sort_rows(all, query.sort);
  return {all};
}

}  // namespace dpsco
