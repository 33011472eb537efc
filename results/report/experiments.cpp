#include "results/report/experiments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "results/tables/groups.hpp"

namespace dpsco {

namespace {

std::vector<const StoredRun*> in_plan_order(std::span<const StoredRun* const> runs,
                                            const PlanOrder& plan) {
  std::vector<std::pair<std::size_t, const StoredRun*>> order;
  order.reserve(runs.size());
  for (const StoredRun* run : runs) {
    if (run->status == Status::cancelled) continue;
    const auto place = plan.find(run->key);
    order.emplace_back(
        place == plan.end() ? std::numeric_limits<std::size_t>::max() : place->second, run);
  }
  std::stable_sort(
      order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const StoredRun*> sorted;
  sorted.reserve(order.size());
  for (const auto& [place, run] : order) sorted.push_back(run);
  return sorted;
}

/// Codes of one field for all runs, in order of appearance.
class Coder {
 public:
  int code(const std::optional<FieldValue>& value) {
    if (!value) return -1;
    const auto [place, is_new] = codes_.try_emplace(*value, int(values_.size()));
    if (is_new) values_.push_back(*value);
    return place->second;
  }
  const std::vector<FieldValue>& values() const { return values_; }

 private:
  std::map<FieldValue, int> codes_;
  std::vector<FieldValue> values_;
};

void sort_numbers(Column& column) {
  if (!column.is_number()) return;
  std::vector<int> order(column.values.size()), place(column.values.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = int(k);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return column.values[std::size_t(a)] < column.values[std::size_t(b)];
  });
  std::vector<FieldValue> sorted;
  sorted.reserve(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    place[std::size_t(order[k])] = int(k);
    sorted.push_back(column.values[std::size_t(order[k])]);
  }
  column.values = std::move(sorted);
  for (int& code : column.code)
    if (code >= 0) code = place[std::size_t(code)];
}

std::string why_no_mean(const std::vector<const StoredRun*>& runs, const RunValue& value) {
  for (const StoredRun* run : runs) {
    if (run->status != Status::ok)
      return run->reason.empty() ? std::string(name(run->status))
                                 : fmt::format("{}: {}", name(run->status), run->reason);
    const auto number = value.of(*run);
    if (number && !std::isfinite(*number)) return fmt::format("is {} in some run", *number);
    if (!number) {
      const std::string why = value.why_missing(*run);
      return why.empty() ? "was not asked for" : why;
    }
  }
  return "no run";
}

}  // namespace

std::optional<double> Column::number(std::size_t experiment) const {
  if (code[experiment] < 0) return {};
  const auto* held = std::get_if<double>(&values[std::size_t(code[experiment])]);
  return held == nullptr ? std::nullopt : std::optional(*held);
}

std::string Column::text(std::size_t experiment) const {
  return code[experiment] < 0 ? "" : to_text(values[std::size_t(code[experiment])]);
}

const Column* ExperimentSet::find(std::string_view name) const {
  const auto found = std::find_if(
      columns.begin(), columns.end(), [&](const Column& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

ExperimentSet experiments_of(std::span<const StoredRun* const> runs, const PlanOrder& plan) {
  const std::vector<const StoredRun*> sorted = in_plan_order(runs, plan);
  const std::vector<RunField> fields = identity_fields(sorted);
  std::vector<Coder> coders(fields.size());
  ExperimentSet set;
  std::vector<std::vector<int>> codes;  // [experiments][fields]
  std::unordered_map<std::string, std::size_t> places;
  std::vector<int> row(fields.size());
  for (const StoredRun* run : sorted) {
    for (std::size_t f = 0; f < fields.size(); ++f) row[f] = coders[f].code(fields[f].of(*run));
    const std::string key(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(int));
    const auto [place, is_new] = places.try_emplace(key, set.runs.size());
    if (is_new) {
      set.runs.emplace_back();
      codes.push_back(row);
    }
    set.runs[place->second].push_back(run);
  }
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const auto& values = coders[f].values();
    if (values.size() == 1 && fields[f].name != "label") {
      set.constants.emplace_back(fields[f].name, to_text(values.front()));
    } else if (!values.empty()) {
      Column column{.name = fields[f].name, .values = values};
      column.code.reserve(codes.size());
      for (const auto& code : codes) column.code.push_back(code[f]);
      sort_numbers(column);
      set.columns.push_back(std::move(column));
    }
  }
  return set;
}

std::vector<ExperimentMean> samples_of(const ExperimentSet& set, const RunValue& value) {
  TableGroups groups;
  groups.cells.push_back(set.runs);
  drop_superseded(groups, value);
  std::vector<ExperimentMean> samples(set.size());
  for (std::size_t i = 0; i < set.size(); ++i) {
    ExperimentMean& sample = samples[i];
    sample.runs = std::move(groups.cells[0][i]);
    std::vector<double> numbers;
    bool finite = true;
    for (const StoredRun* run : sample.runs) {
      if (is_failure(run->status)) ++sample.failed;
      if (run->status != Status::ok) continue;
      if (const auto number = value.of(*run)) {
        numbers.push_back(*number);
        finite = finite && std::isfinite(*number);
      }
    }
    sample.ok = numbers.size();
    if (numbers.empty() || !finite) {
      sample.reason = why_no_mean(sample.runs, value);
      continue;
    }
    const MeanInterval mean = mean_interval(numbers);
    sample.mean = mean.mean;
    sample.interval = mean.interval;
  }
  return samples;
}

bool decides(std::span<const Column* const> columns, const Column& other) {
  std::map<std::vector<int>, int> seen;
  std::vector<int> key(columns.size());
  for (std::size_t i = 0; i < other.code.size(); ++i) {
    for (std::size_t k = 0; k < columns.size(); ++k) key[k] = columns[k]->code[i];
    const auto [place, is_new] = seen.try_emplace(key, other.code[i]);
    if (!is_new && place->second != other.code[i]) return false;
  }
  return true;
}

}  // namespace dpsco
