#include "results/report/report.hpp"

#include <algorithm>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"
#include "results/report/dot_charts.hpp"
#include "results/report/line_charts.hpp"

namespace dpsco {

namespace {

std::string title_of(std::span<const StoredRun* const> runs) {
  std::set<std::string> suites;
  for (const StoredRun* run : runs)
    if (!run->suite.empty()) suites.insert(run->suite);
  return suites.empty() ? "results" : fmt::format("{}", fmt::join(suites, ", "));
}

/// Excess risks first: they are what the suites are about.
std::vector<std::string> metric_names(std::span<const StoredRun* const> runs) {
  std::set<std::string> names;
  for (const StoredRun* run : runs)
    for (const auto& [name, value] : run->metrics) names.insert(name);
  std::vector<std::string> order;
  for (const char* first : {"excess_population_risk", "excess_empirical_risk"})
    if (names.erase(first) > 0) order.emplace_back(first);
  order.insert(order.end(), names.begin(), names.end());
  return order;
}

/// Those that bound this metric.
std::vector<BoundSamples> bounds_of(const Report& report,
                                    const std::string& metric,
                                    const ReportWords& words) {
  std::set<std::string> names;
  for (const StoredRun* run : report.runs)
    for (const auto& [name, value] : run->bounds) names.insert(name);
  std::vector<BoundSamples> bounds;
  for (const std::string& name : names) {
    const auto known = words.bounds.find(name);
    if (known == words.bounds.end() || known->second.risk != metric) continue;
    bounds.push_back({name,
                      known->second.shape_only,
                      samples_of(report.set, value_named("bound/" + name, report.runs))});
  }
  return bounds;
}

std::string only_loss(const ExperimentSet& set) {
  const auto found = std::find_if(set.constants.begin(), set.constants.end(), [](const auto& each) {
    return each.first == "loss";
  });
  return found == set.constants.end() ? "" : found->second;
}

/// Moves charts to `charts` as far as there is room in all; the rest is counted.
void add(Report& report, std::vector<Chart>& charts, LineCharts more, std::size_t most) {
  report.charts_left_out += more.left_out;
  for (Chart& chart : more.charts) {
    if (charts.size() < most)
      charts.push_back(std::move(chart));
    else
      ++report.charts_left_out;
  }
}

void add_metric_charts(Report& report, const ReportWords& words, StyleBook& methods) {
  const std::vector<const Column*> sweeps = sweeps_of(report.set);
  const std::string loss = only_loss(report.set);
  // No metric and no axis crowds out the others.
  const std::size_t pairs = std::max<std::size_t>(1, (report.metrics.size() - 1) * sweeps.size());
  const std::size_t room = std::max<std::size_t>(2, most_metric_charts / pairs);
  StyleBook circumstances;
  for (const MetricSamples& metric : report.metrics) {
    if (metric.name == "cpu") continue;
    const LineChartQuery query{.set = report.set,
                               .value = metric.name,
                               .y_title = value_title(metric.name, loss),
                               .samples = metric.samples,
                               .numbers = value_named(metric.name, report.runs),
                               .bounds = bounds_of(report, metric.name, words),
                               .best_settings = true};
    bool any = false;
    for (const Column* x : sweeps) {
      LineCharts drawn = line_charts(query, *x, words, methods, room);
      any = any || !drawn.charts.empty();
      add(report, report.metric_charts, std::move(drawn), most_metric_charts);
    }
    if (!any)
      add(report,
          report.metric_charts,
          {dot_charts(report.set, metric.name, query.y_title, metric.samples, circumstances)},
          most_metric_charts);
  }
}

/// Time depends on sizes, hardly on epsilon: n and d are its only axes.
void add_time_charts(Report& report, const ReportWords& words, StyleBook& methods) {
  StyleBook circumstances;
  const MetricSamples& cpu = report.metrics.back();
  const LineChartQuery query{.set = report.set,
                             .value = "cpu",
                             .y_title = value_title("cpu", ""),
                             .samples = cpu.samples,
                             .numbers = value_named("cpu", report.runs)};
  for (const Column* x : sweeps_of(report.set))
    if (x->name == "n" || x->name == "d")
      add(report,
          report.time_charts,
          line_charts(query, *x, words, methods, most_other_charts / 2),
          most_other_charts);
  if (report.time_charts.empty())
    report.time_charts = dot_charts(report.set, "cpu", query.y_title, cpu.samples, circumstances);
}

/// "env" is the second line of a file, so a few lines of each are enough.
std::vector<EnvironmentUse> environments_of(const std::vector<std::filesystem::path>& files) {
  constexpr int first_lines = 4;
  std::vector<EnvironmentUse> uses;
  for (const std::filesystem::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    std::string line;
    for (int k = 0; k < first_lines && std::getline(in, line); ++k) {
      if (!line.starts_with(R"({"kind":"env")")) continue;
      const auto known = std::find_if(
          uses.begin(), uses.end(), [&](const EnvironmentUse& use) { return use.json == line; });
      if (known == uses.end())
        uses.push_back({line, 1});
      else
        ++known->files;
    }
  }
  return uses;
}

}  // namespace

Report make_report(const std::filesystem::path& out,
                   const std::vector<std::string>& where,
                   const ReportWords& words) {
  Report report;
  report.out = out.string();
  report.where = where;
  report.journal = read_journal(out);
  require(!report.journal.runs.empty(),
          "{} holds no results: expected {}/runs/*.jsonl",
          report.out,
          report.out);
  report.plan = read_plan_order(out);
  report.runs = filtered(report.journal.runs, where);
  report.set = experiments_of(report.runs, report.plan);
  require(report.set.size() > 0,
          "no finished run meets the conditions: {}",
          where.empty() ? "all were cancelled" : fmt::format("{}", fmt::join(where, " and ")));
  report.title = title_of(report.runs);
  for (const std::string& name : metric_names(report.runs))
    report.metrics.push_back({name, samples_of(report.set, value_named(name, report.runs))});
  report.metrics.push_back({"cpu", samples_of(report.set, value_named("cpu", report.runs))});

  StyleBook methods, accountants;
  add_metric_charts(report, words, methods);
  add(report, report.account_charts, {account_charts(report.set, accountants)}, most_other_charts);
  add_time_charts(report, words, methods);
  report.environments = environments_of(report.journal.files);
  return report;
}

}  // namespace dpsco
