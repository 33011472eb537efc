#include "results/tables/table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"
#include "results/tables/groups.hpp"
#include "results/tables/legend.hpp"
#include "results/tables/values.hpp"

namespace dpsco {

namespace {

using Runs = std::vector<const StoredRun*>;

/// "3 diverged: step too long; 1 timeout", for the runs that have no number.
std::string what_lacks(const Runs& runs, const RunValue& value) {
  std::map<std::string, std::map<std::string, std::size_t>> reasons;  // status -> reason -> count
  for (const StoredRun* run : runs) {
    if (run->status != Status::ok) {
      ++reasons[std::string(name(run->status))][run->reason];
    } else if (const auto number = value.of(*run); !number) {
      const std::string why = value.why_missing(*run);
      ++reasons["without a value"][why.empty() ? "it was not asked for" : why];
    } else if (!std::isfinite(*number)) {
      ++reasons["not finite"][fmt::format("{}", *number)];
    }
  }
  std::vector<std::string> parts;
  for (const auto& [status, by_reason] : reasons) {
    std::size_t count = 0;
    for (const auto& [reason, times] : by_reason) count += times;
    const std::string& first = by_reason.begin()->first;
    const std::string others =
        by_reason.size() > 1 ? fmt::format(" (and {} other reasons)", by_reason.size() - 1) : "";
    const std::string number = count == runs.size() ? "" : fmt::format("{} ", count);
    parts.push_back(first.empty() ? number + status
                                  : fmt::format("{}{}: {}{}", number, status, first, others));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// Empty if no run of the cell was tried: all skipped or infeasible, or none is there.
std::optional<TableCell> averaged(const Runs& runs, const RunValue& value) {
  TableCell cell;
  std::vector<double> numbers;
  for (const StoredRun* run : runs) {
    if (is_failure(run->status)) ++cell.failed;
    if (run->status != Status::ok) continue;
    if (const auto number = value.of(*run)) numbers.push_back(*number);
  }
  cell.runs = numbers.size();
  if (cell.runs == 0) return cell.failed == 0 ? std::nullopt : std::optional(cell);
  if (std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); })) {
    const MeanInterval mean = mean_interval(numbers);
    cell.mean = mean.mean;
    cell.interval = mean.interval;
  }
  return cell;
}

LogLogSlope slope_of(const std::vector<Runs>& row,
                     const std::vector<std::optional<TableCell>>& cells,
                     const std::vector<FieldValue>& columns,
                     const RunValue& value) {
  const auto number_of = [&](const StoredRun* run) {
    return run->status == Status::ok ? value.of(*run) : std::nullopt;
  };
  // Repetitions that failed in every column are none of the units that are resampled.
  std::map<std::pair<std::string, std::int64_t>, std::size_t> repetitions;
  for (const Runs& cell : row)
    for (const StoredRun* run : cell)
      if (number_of(run)) repetitions.try_emplace({run->seed, run->repetition}, 0);
  std::size_t next = 0;
  for (auto& [repetition, place] : repetitions) place = next++;
  std::vector<SlopeColumn> points;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (!cells[c] || !cells[c]->mean) continue;
    SlopeColumn point{std::get<double>(columns[c]),
                      std::vector<double>(repetitions.size(), std::nan(""))};
    for (const StoredRun* run : row[c])
      if (const auto number = number_of(run))
        point.by_repetition[repetitions.at({run->seed, run->repetition})] = *number;
    points.push_back(std::move(point));
  }
  LogLogSlope slope = slope_with_interval(points);
  if (slope.value && slope.reason.empty() && points.size() < columns.size())
    slope.reason = fmt::format("over {} of {} columns", points.size(), columns.size());
  return slope;
}

/// What the table does not show.
void add_left_out(std::vector<std::string>& legend,
                  const std::vector<std::pair<std::size_t, std::string>>& counts) {
  for (const auto& [count, what] : counts)
    if (count > 0) legend.push_back(fmt::format("left out: {} {}", count, what));
}

std::size_t not_run_yet(const PlanOrder& plan, std::span<const StoredRun> runs) {
  const auto planned = [&](const StoredRun& run) { return plan.contains(run.key); };
  return plan.size() - std::size_t(std::count_if(runs.begin(), runs.end(), planned));
}

}  // namespace

Table make_table(std::span<const StoredRun> runs, const TableQuery& query, const PlanOrder& plan) {
  require(!runs.empty(), "there are no results to show yet: run the grid first");
  const RunField rows = field_named(query.rows, runs), columns = field_named(query.columns, runs);
  std::vector<const StoredRun*> chosen = filtered(runs, query.where);
  const auto cancelled =
      std::erase_if(chosen, [](const StoredRun* run) { return run->status == Status::cancelled; });
  require(!chosen.empty(), "no finished run meets --where {}", fmt::join(query.where, " --where "));
  const bool at_delta = query.delta > 0 && query.value.starts_with("epsilon/") &&
                        query.value.find('@') == std::string::npos;
  const std::string name = at_delta ? priced_name(query.value, query.delta) : query.value;
  RunValue value = value_named(name, chosen);
  if (!query.meaning.empty()) value.meaning = query.meaning;

  TableGroups groups = grouped(chosen, rows, columns, plan);
  require_one_experiment_a_cell(groups, rows, columns);
  const std::size_t superseded = drop_superseded(groups, value);

  Table table{.rows_name = query.rows,
              .columns_name = query.columns,
              .value = name,
              .rows = groups.rows,
              .columns = groups.columns};
  table.has_slope = std::all_of(table.columns.begin(), table.columns.end(), [](const auto& column) {
    return std::holds_alternative<double>(column);
  });
  for (const auto& row : groups.cells) {
    auto& cells = table.cells.emplace_back();
    auto& reasons = table.reasons.emplace_back();
    for (const Runs& cell : row) {
      cells.push_back(averaged(cell, value));
      reasons.push_back(cell.empty() ? "no run" : what_lacks(cell, value));
    }
    if (table.has_slope) table.slopes.push_back(slope_of(row, cells, table.columns, value));
  }
  table.legend = legend_of(table, groups, value);
  add_left_out(
      table.legend,
      {{cancelled, "cancelled runs"},
       {not_run_yet(plan, runs), "cells of the plan, not run yet"},
       {groups.without_field, fmt::format("runs without {} or {}", query.rows, query.columns)},
       {superseded, "older runs of a repetition that has a newer one"}});
  return table;
}

}  // namespace dpsco
