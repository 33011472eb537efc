#include "results/tables/groups.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

/// Values of an axis with the earliest place of their runs in the plan.
using Places = std::map<FieldValue, std::size_t>;

std::vector<FieldValue> ordered(const Places& places, bool numbers_ascend) {
  std::vector<std::pair<std::size_t, FieldValue>> order;
  for (const auto& [value, place] : places) {
    const bool by_value = numbers_ascend && std::holds_alternative<double>(value);
    order.emplace_back(by_value ? 0 : place, value);
  }
  std::sort(order.begin(), order.end());
  std::vector<FieldValue> values;
  values.reserve(order.size());
  for (auto& [place, value] : order) values.push_back(std::move(value));
  return values;
}

std::size_t place_of(const std::vector<FieldValue>& values, const FieldValue& value) {
  return std::size_t(std::find(values.begin(), values.end(), value) - values.begin());
}

void require_one_value(const RunField& field,
                       std::span<const StoredRun* const> cell,
                       const std::string& where) {
  std::set<FieldValue> found;
  for (const StoredRun* run : cell)
    if (auto value = field.of(*run)) found.insert(std::move(*value));
  if (found.size() < 2) return;
  std::vector<std::string> texts;
  texts.reserve(found.size());
  for (const FieldValue& value : found) texts.push_back(to_text(value));
  const std::string tune =
      field.name.starts_with("algorithm.")
          ? fmt::format(", or give each cell its best with --best-over {}", field.name)
          : "";
  throw ConfigError(
      fmt::format("{} mixes {} = {}, and a mean over them would mean nothing: choose one with "
                  "--where {}={}, or make {} the rows or columns{}",
                  where,
                  field.name,
                  fmt::join(texts, ", "),
                  field.name,
                  texts.front(),
                  field.name,
                  tune));
}

}  // namespace

TableGroups grouped(std::span<const StoredRun* const> runs,
                    const RunField& rows,
                    const RunField& columns,
                    const PlanOrder& plan) {
  TableGroups groups;
  Places row_places, column_places;
  const auto note = [](Places& places, const FieldValue& value, std::size_t place) {
    const auto [entry, is_new] = places.try_emplace(value, place);
    if (!is_new) entry->second = std::min(entry->second, place);
  };
  for (const StoredRun* run : runs) {
    const auto row = rows.of(*run), column = columns.of(*run);
    if (!row || !column) {
      ++groups.without_field;
      continue;
    }
    const auto planned = plan.find(run->key);
    const std::size_t place =
        planned == plan.end() ? std::numeric_limits<std::size_t>::max() : planned->second;
    note(row_places, *row, place);
    note(column_places, *column, place);
  }
  require(!row_places.empty(),
          "none of the {} runs has both {} and {}",
          runs.size(),
          rows.name,
          columns.name);
  groups.rows = ordered(row_places, false);
  groups.columns = ordered(column_places, true);
  groups.cells.assign(groups.rows.size(),
                      std::vector<std::vector<const StoredRun*>>(groups.columns.size()));
  for (const StoredRun* run : runs) {
    const auto row = rows.of(*run), column = columns.of(*run);
    if (row && column)
      groups.cells[place_of(groups.rows, *row)][place_of(groups.columns, *column)].push_back(run);
  }
  return groups;
}

void require_one_experiment_a_cell(const TableGroups& groups,
                                   const RunField& rows,
                                   const RunField& columns) {
  for (std::size_t r = 0; r < groups.rows.size(); ++r) {
    for (std::size_t c = 0; c < groups.columns.size(); ++c) {
      const auto& cell = groups.cells[r][c];
      const std::string where = fmt::format("the cell {} = {}, {} = {}",
                                            rows.name,
                                            to_text(groups.rows[r]),
                                            columns.name,
                                            to_text(groups.columns[c]));
      for (const RunField& field : identity_fields(cell)) require_one_value(field, cell, where);
    }
  }
}

std::size_t drop_superseded(TableGroups& groups, const RunValue& value) {
  std::size_t dropped = 0;
  const auto asked = [&](const StoredRun* run) {
    return run->status != Status::ok || value.of(*run) || !value.why_missing(*run).empty();
  };
  const auto age = [&](const StoredRun* run) {
    return std::tuple(asked(run), run->file, run->line);
  };
  for (auto& row : groups.cells) {
    for (auto& cell : row) {
      std::map<std::pair<std::string, std::int64_t>, const StoredRun*> newest;
      for (const StoredRun* run : cell) {
        const StoredRun*& kept = newest[{run->seed, run->repetition}];
        if (kept == nullptr || age(run) > age(kept)) kept = run;
      }
      dropped += cell.size() - newest.size();
      cell.clear();
      for (const auto& [repetition, run] : newest) cell.push_back(run);
    }
  }
  return dropped;
}

}  // namespace dpsco
