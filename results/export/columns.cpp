#include "results/export/columns.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "results/journal/lookup.hpp"

namespace dpsco {

namespace {

using Held = std::optional<FieldValue>;
using Of = Held (*)(const StoredRun&);

Held text(const std::string& value) {
  if (value.empty()) return {};
  return FieldValue(value);
}

Held number(const std::optional<double>& value) {
  if (!value) return {};
  return FieldValue(*value);
}

struct FixedColumn {
  std::string_view name;
  Of of;
};

constexpr std::array identity{
    FixedColumn{"key", [](const StoredRun& r) { return text(r.key); }},
    FixedColumn{"problem_key", [](const StoredRun& r) { return text(r.problem_key); }},
    FixedColumn{"digest", [](const StoredRun& r) { return text(r.digest); }},
    FixedColumn{"reason", [](const StoredRun& r) { return text(r.reason); }},
    FixedColumn{"data_hash", [](const StoredRun& r) { return text(r.data_hash); }}};

/// What tables know under the same name: field_named().
constexpr std::array<std::string_view, 14> fields{"status",
                                                  "suite",
                                                  "label",
                                                  "algorithm.name",
                                                  "data",
                                                  "loss",
                                                  "n",
                                                  "d",
                                                  "epsilon",
                                                  "delta",
                                                  "adjacency",
                                                  "calibrate",
                                                  "repetition",
                                                  "seed"};

constexpr std::array origin{
    FixedColumn{"optimum_gap", [](const StoredRun& r) { return number(r.optimum_gap); }},
    FixedColumn{"radius_mark", [](const StoredRun& r) { return text(r.radius_mark); }},
    FixedColumn{"gradients", [](const StoredRun& r) { return number(double(r.gradients)); }},
    FixedColumn{"time_mode",
                [](const StoredRun& r) { return text(r.isolated ? "isolated" : "throughput"); }},
    FixedColumn{"wall", [](const StoredRun& r) { return number(r.wall); }},
    FixedColumn{"cpu", [](const StoredRun& r) { return number(r.cpu); }},
    FixedColumn{"wait", [](const StoredRun& r) { return number(r.wait); }},
    FixedColumn{"voluntary_switches",
                [](const StoredRun& r) { return number(double(r.voluntary_switches)); }},
    FixedColumn{"involuntary_switches",
                [](const StoredRun& r) { return number(double(r.involuntary_switches)); }},
    FixedColumn{"pressure", [](const StoredRun& r) { return number(r.pressure); }},
    FixedColumn{"quality", [](const StoredRun& r) { return text(r.quality); }},
    FixedColumn{"started", [](const StoredRun& r) { return text(r.started); }},
    FixedColumn{"finished", [](const StoredRun& r) { return text(r.finished); }},
    FixedColumn{"ledger_hash", [](const StoredRun& r) { return text(r.ledger_hash); }},
    FixedColumn{"build", [](const StoredRun& r) { return text(r.build); }},
    FixedColumn{"env_key", [](const StoredRun& r) { return text(r.env_key); }}};

void add_fixed(std::vector<ExportColumn>& columns, std::span<const FixedColumn> fixed) {
  for (const FixedColumn& column : fixed) columns.push_back({std::string(column.name), column.of});
}

void add_field(std::vector<ExportColumn>& columns,
               std::string_view name,
               std::span<const StoredRun> runs) {
  columns.push_back({std::string(name), field_named(name, runs).of});
}

/// A column for every name in one of a run's maps of numbers.
void add_numbers(std::vector<ExportColumn>& columns,
                 std::span<const StoredRun> runs,
                 const std::string& prefix,
                 Numbers StoredRun::*member) {
  std::set<std::string> names;
  for (const StoredRun& run : runs)
    for (const auto& [name, value] : run.*member) names.insert(name);
  for (const std::string& name : names)
    columns.push_back({prefix + name, [member, name](const StoredRun& run) {
                         return number(number_in(run.*member, name));
                       }});
}

/// Prices at other deltas than the target's: epsilon/ACCOUNTANT@DELTA.
void add_priced(std::vector<ExportColumn>& columns, std::span<const StoredRun> runs) {
  std::set<std::string> names;
  for (const StoredRun& run : runs)
    for (const auto& [name, price] : run.priced) names.insert(name);
  for (const std::string& name : names)
    columns.push_back({"epsilon/" + name, [name](const StoredRun& run) -> Held {
                         const auto found = run.priced.find(name);
                         if (found == run.priced.end()) return {};
                         return number(found->second.epsilon);
                       }});
}

}  // namespace

std::vector<ExportColumn> export_columns(std::span<const StoredRun> runs) {
  std::vector<ExportColumn> columns;
  add_fixed(columns, identity);
  for (const std::string_view name : fields) add_field(columns, name, runs);
  std::set<std::string> parameters;
  for (const StoredRun& run : runs)
    for (const auto& [name, value] : run.parameters) parameters.insert(name);
  for (const std::string& name : parameters) add_field(columns, name, runs);
  add_numbers(columns, runs, "", &StoredRun::metrics);
  add_numbers(columns, runs, "bound/", &StoredRun::bounds);
  add_numbers(columns, runs, "epsilon/", &StoredRun::epsilons);
  add_priced(columns, runs);
  add_numbers(columns, runs, "schedule/", &StoredRun::schedule);
  add_fixed(columns, origin);
  return columns;
}

std::vector<ExportColumn> export_columns_named(std::span<const StoredRun> runs,
                                               std::span<const std::string> names) {
  const std::vector<ExportColumn> all = export_columns(runs);
  std::vector<ExportColumn> chosen;
  for (const std::string& name : names) {
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const ExportColumn& column) { return column.name == name; });
    if (found != all.end()) {
      chosen.push_back(*found);
      continue;
    }
    try {
      add_field(chosen, name, runs);  // a short name of a parameter, or algorithm
    } catch (const ConfigError&) {
      std::vector<std::string> known{"algorithm"};
      for (const ExportColumn& column : all) known.push_back(column.name);
      throw ConfigError(
          fmt::format("--columns: no column '{}'{}", name, did_you_mean(name, known)));
    }
  }
  return chosen;
}

}  // namespace dpsco
