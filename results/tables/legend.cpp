#include "results/tables/legend.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dpsco {

namespace {

/// Calls each(row, run) for every run of the table.
void for_each_run(const TableGroups& groups, const auto& each) {
  for (std::size_t r = 0; r < groups.rows.size(); ++r)
    for (const auto& cell : groups.cells[r])
      for (const StoredRun* run : cell) each(r, *run);
}

std::string run_counts(const Table& table) {
  std::size_t fewest = SIZE_MAX, most = 0;
  for (const auto& row : table.cells) {
    for (const auto& cell : row) {
      if (!cell || cell->runs == 0) continue;
      fewest = std::min(fewest, cell->runs);
      most = std::max(most, cell->runs);
    }
  }
  if (most == 0) return "runs: no run gave a number";
  return fewest == most ? fmt::format("runs: {} in each cell", most)
                        : fmt::format("runs: {} to {} a cell", fewest, most);
}

std::string failure_counts(const TableGroups& groups) {
  std::map<std::string_view, std::size_t> counts;
  for_each_run(groups, [&](std::size_t /*row*/, const StoredRun& run) {
    if (is_failure(run.status)) ++counts[name(run.status)];
  });
  if (counts.empty()) return "failed: none (diverged, failed or timeout)";
  std::vector<std::string> parts;
  parts.reserve(counts.size());
  for (const auto& [status, count] : counts) parts.push_back(fmt::format("{} {}", count, status));
  return fmt::format("failed: {}, counted, but in no mean", fmt::join(parts, ", "));
}

std::string privacy(const TableGroups& groups) {
  std::set<double> epsilons, deltas;
  std::set<std::string_view> adjacencies;
  for_each_run(groups, [&](std::size_t /*row*/, const StoredRun& run) {
    epsilons.insert(run.target.epsilon);
    deltas.insert(run.target.delta);
    adjacencies.insert(name(run.target.adjacency));
  });
  return fmt::format("target of private methods: epsilon = {}, delta = {}, adjacency {}",
                     fmt::join(epsilons, " | "),
                     fmt::join(deltas, " | "),
                     fmt::join(adjacencies, " | "));
}

void add_oracles(std::vector<std::string>& legend, const TableGroups& groups) {
  std::set<std::size_t> rows;
  for_each_run(groups, [&](std::size_t row, const StoredRun& run) {
    if (run.radius_mark == "oracle") rows.insert(row);
  });
  if (rows.empty()) return;
  std::vector<std::string> names;
  names.reserve(rows.size());
  for (const std::size_t row : rows) names.push_back(to_text(groups.rows[row]));
  legend.push_back(fmt::format(
      "oracle: the radius R is known from the answer, which nobody has in life{}",
      rows.size() == groups.rows.size() ? "" : fmt::format(" ({})", fmt::join(names, ", "))));
}

void add_certificate(std::vector<std::string>& legend, const TableGroups& groups) {
  double worst = -1;
  for_each_run(groups, [&](std::size_t /*row*/, const StoredRun& run) {
    worst = std::max(worst, run.optimum_gap.value_or(-1));
  });
  if (worst >= 0)
    legend.push_back(
        fmt::format("reference optimum: certified to within {:.1e} in the objective", worst));
}

void add_builds(std::vector<std::string>& legend, const TableGroups& groups) {
  std::set<std::string> builds;
  for_each_run(groups,
               [&](std::size_t /*row*/, const StoredRun& run) { builds.insert(run.build); });
  if (builds.size() > 1)
    legend.push_back(fmt::format(
        "builds: results of {} builds are mixed; --rerun stale makes them one", builds.size()));
}

}  // namespace

std::vector<std::string> legend_of(const Table& table,
                                   const TableGroups& groups,
                                   const RunValue& value) {
  std::vector<std::string> legend{fmt::format(
      "{}: {}; {}", value.name, value.meaning, meaning(table.statistic, value.larger_is_better))};
  if (std::string interval = interval_meaning(table.statistic); !interval.empty())
    legend.push_back(std::move(interval));
  legend.push_back(run_counts(table));
  legend.push_back(failure_counts(groups));
  legend.push_back(privacy(groups));
  if (table.has_slope)
    legend.push_back(fmt::format(
        "slope: least squares of log mean on log {}, with the 95 % bootstrap interval over "
        "repetitions ({} resamples)",
        table.columns_name,
        bootstrap_resamples));
  add_oracles(legend, groups);
  add_certificate(legend, groups);
  add_builds(legend, groups);
  return legend;
}

}  // namespace dpsco
