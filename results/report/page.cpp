#include "results/report/page.hpp"

#include <fmt/format.h>

#include "results/report/html.hpp"
#include "results/report/page_data.hpp"
#include "results/report/page_files.hpp"
#include "results/report/page_sections.hpp"

namespace dpsco {

namespace {

/// The words of the MIT licence, which a copy of Chart.js has to carry; its own head names the
/// authors.
constexpr std::string_view mit_licence =
    "Permission is hereby granted, free of charge, to any person obtaining a copy of this software "
    "and associated documentation files (the \"Software\"), to deal in the Software without "
    "restriction, including without limitation the rights to use, copy, modify, merge, publish, "
    "distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the "
    "Software is furnished to do so, subject to the following conditions: The above copyright "
    "notice and this permission notice shall be included in all copies or substantial portions of "
    "the Software. THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR "
    "IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A "
    "PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE "
    "LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR "
    "OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER "
    "DEALINGS IN THE SOFTWARE.";

std::string licence_section() {
  if (chart_library.empty()) return "";
  return fmt::format(
      "<h2>Licence</h2><details><summary>Chart.js, which draws the interactive charts, is part of "
      "this page</summary><p>Chart.js: copyright 2014-2022 Chart.js Contributors. @kurkle/color, "
      "inside it: copyright 2022 Jukka Kurkela. Both under the MIT licence:</p><p>{}</p></details>",
      html(mit_licence));
}

std::string scripts(const Report& report, const ExperimentColumns& columns) {
  nlohmann::json charts = nlohmann::json::array();
  for (const auto* group : {&report.metric_charts, &report.account_charts, &report.time_charts})
    for (const Chart& chart : *group) charts.push_back(chart_data(chart));
  return fmt::format(
      "<script type=\"application/json\" id=\"chart-data\">{}</script>\n"
      "<script type=\"application/json\" id=\"experiment-data\">{}</script>\n"
      "<script>{}</script>\n<script>{}</script>\n",
      script_json(charts),
      script_json(experiment_data(report, columns)),
      script_library(chart_library),
      script_library(report_script));
}

}  // namespace

std::string page_of(const Report& report, const ReportWords& words) {
  const ExperimentColumns columns = experiment_columns(report);
  // The policy makes the browser itself refuse whatever a page might fetch.
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<title>dpsco: {}</title>\n<style>\n{}</style>\n</head>\n<body>\n",
             html(report.title),
             report_style) +
         summary_section(report) + figure_sections(report, words) +
         experiment_section(report, columns) + failure_section(report) +
         environment_section(report) + reproduce_section(report) + licence_section() +
         scripts(report, columns) + "</body>\n</html>\n";
}

}  // namespace dpsco
