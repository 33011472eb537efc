#include "results/track/track_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "results/compare/text_table.hpp"
#include "results/report/html.hpp"

namespace dpsco {

namespace {

constexpr std::array worst_first{
    Verdict::regression, Verdict::advisory, Verdict::improved, Verdict::same};

using Counts = std::map<Verdict, std::size_t>;

/// In order of first appearance.
std::vector<std::pair<std::string, Counts>> counts_by_kind(const TrackReport& report) {
  std::vector<std::pair<std::string, Counts>> kinds;
  for (const TrackCase& each : report.cases) {
    auto found = std::find_if(
        kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.first == each.kind; });
    if (found == kinds.end()) found = kinds.insert(kinds.end(), {each.kind, {}});
    ++found->second[each.verdict];
  }
  return kinds;
}

std::size_t count(const Counts& counts, Verdict verdict) {
  const auto found = counts.find(verdict);
  return found == counts.end() ? 0 : found->second;
}

TextTable moved_table(const TrackReport& report) {
  TextTable table{.header = {"verdict", "kind", "subject", "what"}};
  for (const Verdict verdict : worst_first) {
    if (verdict == Verdict::same) continue;
    for (const TrackCase& each : report.cases)
      if (each.verdict == verdict)
        table.body.push_back({std::string(name(verdict)), each.kind, each.subject, each.what});
  }
  return table;
}

TextTable counts_table(const TrackReport& report) {
  TextTable table{.header = {"kind", "same", "improved", "advisory", "regression"}};
  for (const auto& [kind, counts] : counts_by_kind(report))
    table.body.push_back({kind,
                          fmt::format("{}", count(counts, Verdict::same)),
                          fmt::format("{}", count(counts, Verdict::improved)),
                          fmt::format("{}", count(counts, Verdict::advisory)),
                          fmt::format("{}", count(counts, Verdict::regression))});
  return table;
}

std::string headline(const TrackReport& report) {
  const auto regressions =
      std::count_if(report.cases.begin(), report.cases.end(), [](const TrackCase& each) {
        return each.verdict == Verdict::regression;
      });
  if (regressions == 0) return fmt::format("No regression in {} checks", report.cases.size());
  return fmt::format("{} regression{} in {} checks: fix, or `dpsco track accept --reason`",
                     regressions,
                     regressions == 1 ? "" : "s",
                     report.cases.size());
}

std::string for_people(const TrackReport& report, bool markdown) {
  const auto show = markdown ? as_markdown : as_text;
  std::string out = fmt::format("{}{}\n\n", markdown ? "### " : "", headline(report));
  const TextTable moved = moved_table(report);
  if (!moved.body.empty()) out += show(moved) + "\n";
  out += show(counts_table(report));
  if (!report.notes.empty()) out += "\n" + as_lines(report.notes, markdown);
  return out;
}

/// One test suite a kind, one test case a check; a regression is a failure, an advisory is output.
std::string as_junit(const TrackReport& report) {
  std::string out = R"(<?xml version="1.0" encoding="UTF-8"?>)"
                    "\n<testsuites name=\"dpsco track\">\n";
  for (const auto& [kind, counts] : counts_by_kind(report)) {
    std::size_t total = 0;
    for (const auto& [verdict, number] : counts) total += number;
    out += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n",
                       html(kind),
                       total,
                       count(counts, Verdict::regression));
    for (const TrackCase& each : report.cases) {
      if (each.kind != kind) continue;
      const std::string head =
          fmt::format(R"(    <testcase classname="{}" name="{}")", html(kind), html(each.subject));
      if (each.verdict == Verdict::regression) {
        out += fmt::format("{}><failure message=\"{}\"/></testcase>\n", head, html(each.what));
      } else if (each.what.empty()) {
        out += head + "/>\n";
      } else {
        out += fmt::format("{}><system-out>{}: {}</system-out></testcase>\n",
                           head,
                           name(each.verdict),
                           html(each.what));
      }
    }
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

nlohmann::ordered_json number_json(const std::optional<double>& number) {
  if (!number || std::isnan(*number)) return nullptr;
  if (std::isinf(*number)) return *number > 0 ? "inf" : "-inf";
  return *number;
}

std::string as_json(const TrackReport& report) {
  nlohmann::ordered_json json{{"regression", has_regression(report)},
                              {"cases", nlohmann::ordered_json::array()},
                              {"notes", report.notes}};
  for (const TrackCase& each : report.cases)
    json["cases"].push_back({{"kind", each.kind},
                             {"subject", each.subject},
                             {"verdict", name(each.verdict)},
                             {"what", each.what},
                             {"before", number_json(each.before)},
                             {"after", number_json(each.after)}});
  return json.dump(1) + "\n";
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::same:
      return "same";
    case Verdict::improved:
      return "improved";
    case Verdict::advisory:
      return "advisory";
    case Verdict::regression:
      return "REGRESSION";
  }
  return "?";
}

bool has_regression(const TrackReport& report) {
  return std::any_of(report.cases.begin(), report.cases.end(), [](const TrackCase& each) {
    return each.verdict == Verdict::regression;
  });
}

std::string report_as(std::string_view format, const TrackReport& report) {
  if (format == "text") return for_people(report, false);
  if (format == "md") return for_people(report, true);
  if (format == "junit") return as_junit(report);
  if (format == "json") return as_json(report);
  const std::vector<std::string> known{"json", "junit", "md", "text"};
  throw ConfigError(fmt::format("unknown format '{}'{}", format, did_you_mean(format, known)));
}

}  // namespace dpsco
