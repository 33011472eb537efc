#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/tables/fields.hpp"
#include "results/tables/plan_order.hpp"
#include "results/tables/statistics.hpp"

namespace dpsco {

struct TableQuery {
  std::string rows = "label", columns = "d";     ///< fields, see field_named
  std::string value = "excess_population_risk";  ///< see value_named
  std::vector<std::string> where{};              ///< conditions, see filtered
  double delta = 0;       ///< > 0: epsilon/ACCOUNTANT means at this delta, not the target's
  std::string meaning{};  ///< what the value is and its unit, if the caller knows better
};

/// The runs of one row and column, over repetitions (and seeds).
struct TableCell {
  std::optional<double> mean{};          ///< over the ok runs; empty if there is none or not finite
  std::optional<Interval95> interval{};  ///< 95 % Student t; empty for one run
  std::size_t runs = 0;                  ///< ok runs with a value
  std::size_t failed = 0;                ///< diverged, failed and timeout
};

struct Table {
  std::string rows_name{}, columns_name{}, value{};
  std::vector<FieldValue> rows{}, columns{};
  std::vector<std::vector<std::optional<TableCell>>> cells{};  ///< [rows][columns]; empty: see why
  std::vector<std::vector<std::string>> reasons{};  ///< what a cell lacks, and why; often empty
  bool has_slope = false;                           ///< the columns are numbers
  std::vector<LogLogSlope> slopes{};                ///< [rows], only if has_slope
  std::vector<std::string> legend{};                ///< lines that belong under the table
};

/// Averages `runs` over repetitions in each cell. Rows and text columns in plan order, what is not
/// in the plan after it; number columns ascending. Cancelled runs are left out. Throws ConfigError
/// on an unknown name, if no run is left, and if a cell would mix runs of different experiments (it
/// names the field that varies and how to choose): such a mean would be a lie.
Table make_table(std::span<const StoredRun> runs, const TableQuery& query, const PlanOrder& plan);

}  // namespace dpsco
