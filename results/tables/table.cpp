#include "results/tables/table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"
#include "results/tables/best_over.hpp"
#include "results/tables/cells.hpp"
#include "results/tables/constants.hpp"
#include "results/tables/groups.hpp"
#include "results/tables/legend.hpp"
#include "results/tables/oracle_pool.hpp"
#include "results/tables/sort.hpp"
#include "results/tables/values.hpp"

namespace dpsco {

namespace {

using Runs = std::vector<const StoredRun*>;

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

/// "label, epsilon" of a run as one value: the first as it is, the others with their names.
RunField combined(const std::string& name, std::span<const StoredRun> runs) {
  std::vector<RunField> fields;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find(',', at), name.size());
    fields.push_back(field_named(name.substr(at, end - at), runs));
    at = end + 1;
  }
  return {name, [fields](const StoredRun& run) -> std::optional<FieldValue> {
            std::string text;
            for (const RunField& field : fields) {
              const auto value = field.of(run);
              if (!value) return {};
              text += text.empty() ? to_text(*value)
                                   : fmt::format(", {}={}", field.name, to_text(*value));
            }
            return FieldValue(text);
          }};
}

RunField axis_named(const std::string& name,
                    const std::string& value,
                    std::span<const StoredRun> runs) {
  if (name == "value")
    return {name, [value](const StoredRun& /*run*/) { return std::optional<FieldValue>(value); }};
  return name.find(',') == std::string::npos ? field_named(name, runs) : combined(name, runs);
}

std::vector<RunField> fields_named(const std::string& names, std::span<const StoredRun> runs) {
  std::vector<RunField> fields;
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find(',', at), names.size());
    fields.push_back(field_named(names.substr(at, end - at), runs));
    at = end + 1;
  }
  return fields;
}

/// Names that the legend's constants need not repeat.
std::vector<std::string> axis_names(const TableQuery& query) {
  std::vector<std::string> names;
  for (const std::string& axis : {query.rows, query.columns, query.best_over}) {
    for (std::size_t at = 0; at < axis.size();) {
      const std::size_t end = std::min(axis.find(',', at), axis.size());
      const std::string name = axis.substr(at, end - at);
      names.push_back(name == "algorithm" ? "label" : name);
      at = end + 1;
    }
  }
  return names;
}

/// Whether the table puts oracle-tuned beside untuned and tunes at all.
bool shows_oracles(const TableQuery& query) {
  if (query.best_over.empty()) return false;
  const std::vector<std::string> names = axis_names(query);
  return std::find(names.begin(), names.end(), "tuning") != names.end();
}

/// Tells copies from the runs of an oracle's own grid: a setting is one experiment.
RunField mark_of(const std::vector<StoredRun>& copies) {
  return {"tuning", [&copies](const StoredRun& run) -> std::optional<FieldValue> {
            const bool is_copy = !copies.empty() && std::less_equal<>()(copies.data(), &run) &&
                                 std::less<>()(&run, copies.data() + copies.size());
            return is_copy ? std::optional(FieldValue(std::string(untuned))) : std::nullopt;
          }};
}

/// query.value, at query.delta where it is an epsilon.
std::string value_name(const TableQuery& query) {
  const bool at_delta = query.delta > 0 && query.value.starts_with("epsilon/") &&
                        query.value.find('@') == std::string::npos;
  return at_delta ? priced_name(query.value, query.delta) : query.value;
}

std::string tuning_of(const TableQuery& query, std::size_t settings, bool pooled) {
  if (query.best_over.empty())
    return "tuning: none in this table, each cell is one setting of the grid";
  return fmt::format(
      "tuning: each cell has its best {} of up to {} settings, chosen by the mean {} "
      "of these very runs: optimistic, and the privacy of choosing is not paid for{}",
      query.best_over,
      settings,
      query.best_by.empty() ? value_name(query) : query.best_by,
      pooled ? "; an oracle-tuned cell may also choose its method's untuned setting" : "");
}

void fill(Table& table, const TableGroups& groups, const RunValue& value) {
  for (const auto& row : groups.cells) {
    auto& cells = table.cells.emplace_back();
    auto& reasons = table.reasons.emplace_back();
    for (const Runs& cell : row) {
      FilledCell filled = filled_cell(cell, value, table.statistic);
      cells.push_back(filled.cell);
      reasons.push_back(std::move(filled.reason));
    }
    if (table.has_slope) table.slopes.push_back(slope_of(row, cells, table.columns, value));
  }
}

}  // namespace

Table make_table(std::span<const StoredRun> runs, const TableQuery& query, const PlanOrder& plan) {
  require(!runs.empty(), "there are no results to show yet: run the grid first");
  const std::string name = value_name(query);
  const RunField rows = axis_named(query.rows, name, runs),
                 columns = axis_named(query.columns, name, runs);
  std::vector<RunField> tuned = fields_named(query.best_over, runs);
  const RunFilter filter = filter_of(runs, query.where);
  std::vector<const StoredRun*> chosen;
  for (const StoredRun& run : runs)
    if (filter(run)) chosen.push_back(&run);
  const auto cancelled =
      std::erase_if(chosen, [](const StoredRun* run) { return run->status == Status::cancelled; });
  require(!chosen.empty(), "no finished run meets --where {}", fmt::join(query.where, " --where "));
  const std::vector<StoredRun> copies =
      shows_oracles(query) ? untuned_for_oracles(runs, chosen, filter) : std::vector<StoredRun>{};
  for (const StoredRun& copy : copies) chosen.push_back(&copy);
  if (!copies.empty()) tuned.push_back(mark_of(copies));
  RunValue value = value_named(name, chosen);
  if (!query.meaning.empty()) value.meaning = query.meaning;

  Table table{.rows_name = query.rows,
              .columns_name = query.columns,
              .value = name,
              .statistic = statistic_named(query.statistic)};
  TableGroups groups = grouped(chosen, rows, columns, plan);
  std::size_t settings = 0;
  if (!tuned.empty()) {
    const RunValue judge = query.best_by.empty() ? value : value_named(query.best_by, chosen);
    table.choices = choose_best(groups, tuned, rows, columns, judge, settings);
  }
  require_one_experiment_a_cell(groups, rows, columns);
  const std::size_t superseded = drop_superseded(groups, value);
  table.rows = groups.rows;
  table.columns = groups.columns;
  // A slope is one of means: another statistic has none.
  table.has_slope = table.statistic.is_mean() &&
                    std::all_of(table.columns.begin(), table.columns.end(), [](const auto& column) {
                      return std::holds_alternative<double>(column);
                    });
  fill(table, groups, value);
  table.legend = legend_of(table, groups, value);
  const std::vector<std::string> constants = constants_of(groups, axis_names(query));
  table.legend.insert(table.legend.end(), constants.begin(), constants.end());
  table.legend.push_back(tuning_of(query, settings, !copies.empty()));
  add_left_out(
      table.legend,
      {{cancelled, "cancelled runs"},
       {not_run_yet(plan, runs), "cells of the plan, not run yet"},
       {groups.without_field, fmt::format("runs without {} or {}", query.rows, query.columns)},
       {superseded, "older runs of a repetition that has a newer one"}});
  sort_rows(table, query.sort);
  return table;
}

}  // namespace dpsco
