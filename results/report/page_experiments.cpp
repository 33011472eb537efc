#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "results/report/html.hpp"
#include "results/report/page_data.hpp"
#include "results/report/page_sections.hpp"
#include "results/tables/format.hpp"

namespace dpsco {

namespace {

constexpr std::size_t first_rows = 100;  ///< of the experiment table, for readers without scripts
constexpr std::size_t most_reasons = 200;

std::string header(const CodedColumn& column) {
  return fmt::format("<th{}>{}", column.number ? " class=\"n\"" : "", html(column.name));
}

std::string cell(const CodedColumn& column, std::size_t experiment) {
  const int code = column.code[experiment];
  const auto& value = code < 0 ? nlohmann::json("-") : column.values[std::size_t(code)];
  return fmt::format("<td{}>{}",
                     column.number ? " class=\"n\"" : "",
                     html(value.is_string() ? value.get<std::string>() : value.dump()));
}

}  // namespace

std::string failure_section(const Report& report) {
  struct Group {
    std::size_t count = 0;
    std::string key;
  };
  std::map<std::tuple<bool, Status, std::string, std::string>, Group> groups;
  for (const StoredRun* run : report.runs) {
    if (run->status == Status::ok) continue;
    Group& group = groups[{!is_failure(run->status), run->status, run->label, run->reason}];
    if (group.count++ == 0) group.key = run->key.substr(0, short_key);
  }
  std::string text = "<h2 id=\"failures\">Failures and misfits</h2>\n";
  if (groups.empty()) return text + "<p>None: every run is ok.</p>\n";
  text +=
      "<p class=\"note\">Diverged, failed and timeout are failures: counted, in no mean. Skipped "
      "and "
      "infeasible are misfits: the method does not cover the problem, or no noise meets the "
      "target.</p>\n<div class=\"scroll\"><table class=\"sortable\"><thead><tr><th>status<th "
      "class=\"n\">runs<th>method<th>reason<th>first key</thead><tbody>\n";
  std::size_t shown = 0;
  for (const auto& [what, group] : groups) {
    if (++shown > most_reasons) break;
    text += fmt::format("<tr><td>{}<td class=\"n\">{}<td>{}<td>{}<td><code>{}</code>\n",
                        name(std::get<1>(what)),
                        group.count,
                        html(std::get<2>(what)),
                        html(std::get<3>(what)),
                        html(group.key));
  }
  text += "</tbody></table></div>\n";
  if (groups.size() > most_reasons)
    text += fmt::format("<p class=\"note\">{} further reasons are in the journal.</p>\n",
                        groups.size() - most_reasons);
  return text;
}

std::string experiment_section(const Report& report, const ExperimentColumns& columns) {
  const ExperimentSet& set = report.set;
  std::string text =
      "<h2 id=\"experiments\">Experiments</h2>\n<p class=\"note\">One row an experiment; number +- "
      "half width of its 95 % interval; epsilons are rounded up.</p>\n<div id=\"filters\" "
      "class=\"filters\"></div>\n<div class=\"scroll\"><table id=\"all\"><thead><tr>";
  for (const CodedColumn& column : columns.fields) text += header(column);
  for (const MetricSamples& metric : report.metrics)
    text += fmt::format("<th class=\"n\">{}", html(metric_title(metric.name)));
  text += R"(<th class="n">ok<th class="n">failed)";
  for (const CodedColumn& column : columns.epsilons) text += header(column);
  text += "<th>first key</thead><tbody>\n";
  for (std::size_t i = 0; i < std::min(set.size(), first_rows); ++i) {
    text += "<tr>";
    for (const CodedColumn& column : columns.fields) text += cell(column, i);
    for (const MetricSamples& metric : report.metrics) {
      const ExperimentMean& sample = metric.samples[i];
      text += fmt::format("<td class=\"n\">{}",
                          sample.mean ? html(mean_text(*sample.mean, sample.interval)) : "-");
    }
    const auto& runs = set.runs[i];
    text += fmt::format(
        R"(<td class="n">{}<td class="n">{})",
        std::count_if(
            runs.begin(), runs.end(), [](auto* run) { return run->status == Status::ok; }),
        std::count_if(runs.begin(), runs.end(), [](auto* run) { return is_failure(run->status); }));
    for (const CodedColumn& column : columns.epsilons) text += cell(column, i);
    text += fmt::format("<td><code>{}</code>\n", html(runs.front()->key.substr(0, short_key)));
  }
  text += "</tbody></table></div>\n";
  if (set.size() > first_rows)
    text += fmt::format(
        "<noscript><p>{} of {} experiments: this page shows all of them where scripts may run, and "
        "dpsco table does without.</p></noscript>\n",
        first_rows,
        set.size());
  return text;
}

}  // namespace dpsco
