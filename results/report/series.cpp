#include "results/report/series.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "results/report/axis.hpp"

namespace dpsco {

namespace {

/// 0.948683298050514 as "0.9487", like ticks, where that is still one value of the column; integers
/// and short fractions whole.
std::string short_text(const Column& column, std::size_t experiment) {
  constexpr std::size_t short_enough = 7;
  std::string whole = column.text(experiment);
  const auto number = column.number(experiment);
  if (!number || whole.size() <= short_enough || std::trunc(*number) == *number) return whole;
  const std::string rounded = tick_text(*number);
  const auto same =
      std::count_if(column.values.begin(), column.values.end(), [&](const FieldValue& value) {
        const auto* other = std::get_if<double>(&value);
        return other != nullptr && tick_text(*other) == rounded;
      });
  return same == 1 ? rounded : whole;
}

}  // namespace

std::string short_name(const std::string& field) {
  return field.substr(field.find('.') + 1);
}

std::vector<const Column*> telling(std::span<const Column* const> context) {
  std::vector<const Column*> columns;
  for (const Column* column : context)
    if (columns.empty() || !decides(columns, *column)) columns.push_back(column);
  return columns;
}

std::string facet_text(std::span<const Column* const> columns, std::size_t experiment) {
  std::vector<std::string> parts;
  for (const Column* column : columns)
    if (const std::string text = short_text(*column, experiment); !text.empty())
      parts.push_back(fmt::format("{} = {}", short_name(column->name), text));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<const Column*> series_columns(const ExperimentSet& set, const Column* given) {
  std::vector<const Column*> columns{&set.label()}, known = columns;
  if (given != nullptr) known.push_back(given);
  for (const Column& column : set.columns) {
    if (!column.name.starts_with("algorithm.") || &column == given || decides(known, column))
      continue;
    columns.push_back(&column);
    known.push_back(&column);
  }
  return columns;
}

std::string series_text(std::span<const Column* const> columns, std::size_t experiment) {
  const std::string further = facet_text(columns.subspan(1), experiment);
  const std::string label = columns.front()->text(experiment);
  return further.empty() ? label : fmt::format("{}, {}", label, further);
}

std::vector<const Column*> circumstances(const ExperimentSet& set) {
  std::vector<const StoredRun*> one_each;
  one_each.reserve(set.size());
  for (const auto& runs : set.runs) one_each.push_back(runs.front());
  const bool accountant_is_of_method = calibrate_is_of_method(one_each);
  std::vector<const Column*> columns;
  for (const Column& column : set.columns) {
    const bool of_method =
        is_of_algorithm(column.name) || (column.name == "calibrate" && accountant_is_of_method);
    if (!of_method) columns.push_back(&column);
  }
  return columns;
}

}  // namespace dpsco
