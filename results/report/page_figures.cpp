#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "results/report/html.hpp"
#include "results/report/page_sections.hpp"
#include "results/report/svg.hpp"
#include "results/tables/format.hpp"

namespace dpsco {

namespace {

constexpr std::size_t most_columns = 16;  ///< of a table under a figure

/// The numbers of a chart of lines: a row a line, a column an x.
std::string line_numbers(const Chart& chart) {
  std::set<double> xs;
  for (const ChartLine& line : chart.lines)
    for (const ChartPoint& point : line.points) xs.insert(point.x);
  if (xs.size() > most_columns)
    return fmt::format("<tbody><tr><td>{} columns: see the table of experiments</tbody>",
                       xs.size());
  std::string text = fmt::format("<thead><tr><th>{}", html(chart.x.title));
  for (const double x : xs) text += fmt::format("<th class=\"n\">{}", tick_text(x));
  const bool slopes = std::any_of(chart.lines.begin(), chart.lines.end(), [](const auto& line) {
    return line.slope && line.slope->value;
  });
  if (slopes) text += "<th class=\"n\">slope";
  text += "</thead><tbody>";
  for (const ChartLine& line : chart.lines) {
    text += fmt::format("<tr><td>{}", html(line.name));
    for (const double x : xs) {
      const auto found = std::find_if(
          line.points.begin(), line.points.end(), [&](const ChartPoint& p) { return p.x == x; });
      if (found == line.points.end()) {
        text += "<td class=\"n\">-";
        continue;
      }
      text += fmt::format(
          R"(<td class="n" data-v="{:.6g}">{})", found->y, html(mean_text(found->y, found->band)));
      if (found->failed > 0) text += fmt::format(" [{} failed]", found->failed);
    }
    if (!slopes) continue;
    if (line.slope && line.slope->value) {
      text += fmt::format(R"(<td class="n" data-v="{0:.6g}">{0:.3f})", *line.slope->value);
      if (line.slope->interval)
        text +=
            fmt::format(" [{:.3f}, {:.3f}]", line.slope->interval->low, line.slope->interval->high);
    } else {
      text += "<td class=\"n\">-";
    }
  }
  return text + "</tbody>";
}

/// The numbers of a chart of dots: a row a method, a column a kind of dot.
std::string dot_numbers(const Chart& chart) {
  std::string text = "<thead><tr><th>method";
  for (const ChartLine& line : chart.lines)
    text += fmt::format("<th class=\"n\">{}", html(line.name));
  text += "</thead><tbody>";
  for (std::size_t row = 0; row < chart.y.ticks.size(); ++row) {
    text += fmt::format("<tr><td>{}", html(chart.y.ticks[row].label));
    for (const ChartLine& line : chart.lines) {
      const auto found = std::find_if(line.points.begin(), line.points.end(), [&](const auto& p) {
        return std::abs(p.y - double(row)) < 0.5;
      });
      if (found == line.points.end())
        text += "<td class=\"n\">-";
      else
        text += fmt::format(R"(<td class="n" data-v="{:.6g}">{})",
                            found->x,
                            chart.round_up ? fmt::format("{:.4f}", std::ceil(found->x * 1e4) / 1e4)
                                           : mean_text(found->x, found->band));
    }
  }
  return text + "</tbody>";
}

std::string figure(const Chart& chart) {
  std::string text =
      fmt::format("<figure id=\"{}\">\n<h3>{}</h3>\n", html(chart.id), html(chart.title));
  if (!chart.facet.empty())
    text += fmt::format("<div class=\"facet\">{}</div>\n", html(chart.facet));
  text += fmt::format("<div class=\"static\">{}</div><div class=\"live\"></div>\n<figcaption>",
                      svg_of(chart));
  if (!chart.reading.empty()) text += fmt::format("<p>{}</p>", html(chart.reading));
  constexpr std::size_t most_notes = 6;
  for (std::size_t k = 0; k < std::min(most_notes, chart.notes.size()); ++k)
    text += fmt::format("<p class=\"note\">{}</p>", html(chart.notes[k]));
  if (chart.notes.size() > most_notes)
    text += fmt::format("<p class=\"note\">and {} notes more</p>", chart.notes.size() - most_notes);
  return text + fmt::format(
                    "<details><summary>Numbers</summary><div class=\"scroll\"><table "
                    "class=\"sortable\">{}</table></div></details></figcaption>\n</figure>\n",
                    chart.dots ? dot_numbers(chart) : line_numbers(chart));
}

std::string figures(const std::vector<Chart>& charts) {
  std::string text = "<div class=\"figures\">\n";
  for (const Chart& chart : charts) text += figure(chart);
  return text + "</div>\n";
}

/// What it says, and over which metric's figures it is dashed, or why over none.
std::string bound_meaning(const std::string& bound,
                          const Report& report,
                          const ReportWords& words) {
  const auto meaning = words.meanings.find(bound);
  const auto known = words.bounds.find(bound);
  const std::string says = meaning == words.meanings.end() ? "" : meaning->second + "; ";
  if (known == words.bounds.end())
    return says + "not drawn: what it bounds is not known to this build";
  const BoundWords& card = known->second;
  if (card.risk.empty()) return says + "not drawn: it bounds no metric";
  const bool measured =
      std::any_of(report.metrics.begin(), report.metrics.end(), [&](const MetricSamples& metric) {
        return metric.name == card.risk;
      });
  return fmt::format("{}of {}; {}",
                     says,
                     value_words(card.risk),
                     !measured         ? "not drawn: no run was asked for it"
                     : card.shape_only ? "not drawn: it claims no constants"
                                       : "dashed over its lines");
}

std::string metric_meanings(const Report& report, const ReportWords& words) {
  std::string text;
  for (const MetricSamples& metric : report.metrics)
    if (const auto meaning = words.meanings.find(metric.name); meaning != words.meanings.end())
      text += fmt::format(
          "<p class=\"note\">{}: {}.</p>\n", html(value_words(metric.name)), html(meaning->second));
  std::set<std::string> bounds;
  for (const StoredRun* run : report.runs)
    for (const auto& [name, value] : run->bounds) bounds.insert(name);
  for (const std::string& bound : bounds)
    text += fmt::format("<p class=\"note\">bound {}: {}.</p>\n",
                        html(bound),
                        html(bound_meaning(bound, report, words)));
  return text;
}

}  // namespace

std::string figure_sections(const Report& report, const ReportWords& words) {
  std::string text = "<h2 id=\"results\">Results</h2>\n";
  if (report.metric_charts.empty())
    text += "<p>No run gave a number to draw.</p>\n";
  else
    text +=
        "<p class=\"note\">A point is the mean over the ok runs of an experiment; bands and bars "
        "are "
        "95 % Student t intervals of the mean. Dashed lines are what theorems promise.</p>\n";
  text += metric_meanings(report, words) + figures(report.metric_charts);
  if (report.charts_left_out > 0)
    text += fmt::format(
        "<p class=\"note\">{} further figures are not drawn: choose with --where.</p>\n",
        report.charts_left_out);
  text += "<h2 id=\"privacy\">Privacy</h2>\n";
  if (report.account_charts.empty())
    text += "<p>No ledger was priced with a finite, positive epsilon.</p>\n";
  else
    text +=
        "<p class=\"note\">Every accountant prices the same ledger. All are upper bounds of one "
        "and "
        "the same noise (except where called estimates): a smaller number is a sharper proof, not "
        "more privacy.</p>\n";
  text += figures(report.account_charts);
  text += "<h2 id=\"time\">Run time</h2>\n";
  const bool alone = std::all_of(
      report.runs.begin(), report.runs.end(), [](const auto* run) { return run->isolated; });
  const auto contaminated =
      std::count_if(report.runs.begin(), report.runs.end(), [](const auto* run) {
        return run->quality == "contaminated";
      });
  text += fmt::format(
      "<p class=\"note\">Thread CPU time{}{}.</p>\n",
      alone ? ", one run at a time" : ", indicative: other runs shared the machine",
      contaminated > 0 ? fmt::format("; {} runs were disturbed by others", contaminated) : "");
  return text + figures(report.time_charts);
}

}  // namespace dpsco
