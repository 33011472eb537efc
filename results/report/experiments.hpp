// Runs sorted into experiments: what a report draws one point or one line of a table for.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "results/tables/fields.hpp"
#include "results/tables/plan_order.hpp"
#include "results/tables/statistics.hpp"
#include "results/tables/values.hpp"

namespace dpsco {

/// A field in which experiments differ, coded: experiment i has values[code[i]], -1 if it has none.
struct Column {
  std::string name{};
  std::vector<FieldValue> values{};  ///< distinct; numbers ascend, texts in plan order
  std::vector<int> code{};           ///< [experiments]
  bool is_number() const {
    return !values.empty() && std::holds_alternative<double>(values.front());
  }
  /// Empty if the experiment has no such field.
  std::optional<double> number(std::size_t experiment) const;
  std::string text(std::size_t experiment) const;
};

struct ExperimentSet {
  std::vector<Column> columns{};  ///< fields with two or more values; label is always the first
  std::vector<std::pair<std::string, std::string>> constants{};  ///< the others: name, value
  std::vector<std::vector<const StoredRun*>> runs{};  ///< [experiments] in plan order: repetitions

  std::size_t size() const { return runs.size(); }
  const Column& label() const { return columns.front(); }
  const Column* find(std::string_view name) const;
};

/// Sorts runs by all that makes them different experiments (identity_fields): repetitions and seeds
/// of one experiment stand together. Cancelled runs are left out. The runs must outlive the set.
ExperimentSet experiments_of(std::span<const StoredRun* const> runs, const PlanOrder& plan);

/// One value of one experiment, over its repetitions.
struct ExperimentMean {
  std::vector<const StoredRun*> runs{};  ///< newest of each repetition, see drop_superseded
  std::optional<double> mean{};          ///< over ok runs; empty if none or one is not finite
  std::optional<Interval95> interval{};  ///< 95 % Student t; empty for one run
  std::size_t ok = 0, failed = 0;        ///< runs with a value; diverged, failed or timeout
  std::string reason{};                  ///< why there is no mean
};
std::vector<ExperimentMean> samples_of(const ExperimentSet& set, const RunValue& value);

/// Whether experiments that agree in all of `columns` also agree in `other`.
bool decides(std::span<const Column* const> columns, const Column& other);

}  // namespace dpsco
