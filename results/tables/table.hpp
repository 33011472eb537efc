#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/tables/fields.hpp"
#include "results/tables/plan_order.hpp"
#include "results/tables/statistic.hpp"
#include "results/tables/statistics.hpp"

namespace dpsco {

struct TableQuery {
  /// Fields, see field_named; several separated by commas are one axis of their combinations, and
  /// `value` is the name of the value: see make_tables.
  std::string rows = "label", columns = "d";
  std::string value = "excess_population_risk";  ///< see value_named
  std::vector<std::string> where{};              ///< conditions, see filtered
  double delta = 0;  ///< > 0: epsilon/ACCOUNTANT means at this delta, not the target's
  std::string statistic = "mean";  ///< see statistic_named
  std::string best_over{};  ///< fields of which each cell has its best value, see choose_best
  std::string best_by{};    ///< the value that says what is best; empty: the value shown
  /// Of rows: empty for plan order, `name`, or a column's name by whose values they ascend
  /// (with a - before it descend); rows without that value come last.
  std::string sort{};
  std::string meaning{};  ///< what the value is and its unit, if the caller knows better
};

/// The runs of one row and column, over repetitions (and seeds).
struct TableCell {
  std::optional<double> mean{};          ///< over the ok runs; empty if there is none or not finite
  std::optional<double> shown{};         ///< the statistic asked for: the mean unless it says else
  std::optional<Interval95> interval{};  ///< 95 %, of what is shown, if it has one
  std::size_t runs = 0;                  ///< ok runs with a value
  std::size_t failed = 0;                ///< diverged, failed and timeout
};

struct Table {
  std::string rows_name{}, columns_name{}, value{};
  Statistic statistic{};
  std::vector<FieldValue> rows{}, columns{};
  std::vector<std::vector<std::optional<TableCell>>> cells{};  ///< [rows][columns]; empty: see why
  std::vector<std::vector<std::string>> reasons{};  ///< what a cell lacks, and why; often empty
  std::vector<std::vector<std::string>> choices{};  ///< [rows][columns] of best_over; often empty
  bool has_slope = false;                           ///< the columns are numbers
  std::vector<LogLogSlope> slopes{};                ///< [rows], only if has_slope
  std::vector<std::string> legend{};                ///< lines that belong under the table
};

/// Summarises `runs` over repetitions in each cell. Rows and text columns in plan order, what is
/// not in the plan after it; number columns ascending. Cancelled runs are left out. Throws
/// ConfigError on an unknown name, if no run is left, and if a cell would mix runs of different
/// experiments (it names the field that varies and how to choose): such a mean would be a lie.
Table make_table(std::span<const StoredRun> runs, const TableQuery& query, const PlanOrder& plan);

/// A table for each of `values` (query.value is not looked at), or, if an axis of the query is
/// `value`, one table in which the values are its rows or columns. meaning_of(value) is
/// query.meaning. best_over goes by the first value unless best_by says else: what stands side by
/// side is then of the same runs. Throws as make_table does.
std::vector<Table> make_tables(std::span<const StoredRun> runs,
                               const TableQuery& query,
                               std::span<const std::string> values,
                               const PlanOrder& plan,
                               const std::function<std::string(const std::string&)>& meaning_of);

}  // namespace dpsco
