#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "results/report/html.hpp"
#include "results/report/page_data.hpp"
#include "results/report/page_sections.hpp"

namespace dpsco {

namespace {

std::string tile(std::string_view what, const std::string& number, bool bad = false) {
  return fmt::format(
      "<div class=\"tile{}\"><b>{}</b>{}</div>\n", bad ? " bad" : "", html(number), html(what));
}

std::string warning(const std::string& text) {
  return fmt::format("<div class=\"warning\">{}</div>\n", html(text));
}

std::size_t distinct(const Report& report,
                     const std::function<std::string(const StoredRun&)>& text) {
  std::set<std::string> found;
  for (const StoredRun* run : report.runs) found.insert(text(*run));
  return found.size();
}

std::string warnings(const Report& report) {
  std::string text;
  const Journal& journal = report.journal;
  if (!journal.conflicts.empty())
    text +=
        warning(fmt::format("{} keys have two different digests by one build: the program was "
                            "not deterministic. First: {}",
                            journal.conflicts.size(),
                            journal.conflicts.front().key));
  if (!journal.bad.empty())
    text +=
        warning(fmt::format("{} journal lines are damaged and were passed over. First: {}, "
                            "line {}",
                            journal.bad.size(),
                            journal.bad.front().file.filename().string(),
                            journal.bad.front().line));
  if (!journal.interrupted.empty())
    text +=
        warning(fmt::format("{} of {} journal files have no end: their process was stopped or "
                            "is still running",
                            journal.interrupted.size(),
                            journal.files.size()));
  const std::size_t builds = distinct(report, [](const StoredRun& run) { return run.build; });
  if (builds > 1)
    text += warning(
        fmt::format("results of {} builds are mixed; --rerun stale makes them one", builds));
  return text;
}

std::string constants_text(const Report& report) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : report.set.constants)
    if (name != "algorithm.name" && !value.empty())
      parts.push_back(fmt::format("{} = {}", name, value));
  return parts.empty() ? ""
                       : fmt::format("<p class=\"note\">The same everywhere: {}.</p>\n",
                                     html(fmt::format("{}", fmt::join(parts, "; "))));
}

std::string oracle_text(const Report& report) {
  const bool oracle = std::any_of(report.runs.begin(), report.runs.end(), [](const auto* run) {
    return run->radius_mark == "oracle";
  });
  return oracle ? "<p class=\"note\">Oracle: in some runs the radius R is known from the answer, "
                  "which "
                  "nobody has in life.</p>\n"
                : "";
}

/// Nested objects as rows: "build.libraries.fmt".
void add_facts(std::string& text, const std::string& path, const nlohmann::json& value) {
  if (value.is_object()) {
    for (const auto& [name, inner] : value.items())
      add_facts(text, path.empty() ? name : fmt::format("{}.{}", path, name), inner);
    return;
  }
  const std::string shown = value.is_string() ? value.get<std::string>()
                            : value.is_null() ? "unknown"
                                              : value.dump();
  text += fmt::format("<tr><td>{}<td>{}\n", html(path), html(shown));
}

/// The word before a path or key that needs quotes in a shell.
std::string shell_word(const std::string& word) {
  if (word.find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=") ==
          std::string::npos &&
      !word.empty())
    return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string summary_section(const Report& report) {
  std::map<Status, std::size_t> statuses;
  for (const StoredRun* run : report.runs) ++statuses[run->status];
  std::string text =
      fmt::format("<h1>dpsco report: {}</h1>\n<p class=\"note\">{}{}</p>\n",
                  html(report.title),
                  html(report.out),
                  report.where.empty()
                      ? ""
                      : html(fmt::format(", only runs with {}", fmt::join(report.where, " and "))));
  text +=
      "<nav><a href=\"#results\">Results</a><a href=\"#privacy\">Privacy</a>"
      "<a href=\"#time\">Run time</a><a href=\"#experiments\">Experiments</a>"
      "<a href=\"#failures\">Failures</a><a href=\"#environment\">Environment</a>"
      "<a href=\"#reproduce\">Reproduce</a></nav>\n<div class=\"tiles\">\n";
  for (const auto& [status, count] : statuses)
    text += tile(fmt::format("runs {}", name(status)), std::to_string(count), is_failure(status));
  const auto planned = std::size_t(
      std::count_if(report.journal.runs.begin(), report.journal.runs.end(), [&](const auto& run) {
        return run.status != Status::cancelled && report.plan.contains(run.key);
      }));
  if (report.plan.size() > planned)
    text += tile("planned, not run yet", std::to_string(report.plan.size() - planned));
  text += tile("experiments", std::to_string(report.set.size()));
  text += tile("methods", std::to_string(report.set.label().values.size()));
  const auto data = [](const StoredRun& run) {
    const auto path = run.parameters.find("data.path");
    return run.data + (path == run.parameters.end() ? "" : to_text(path->second));
  };
  text += tile("data sets", std::to_string(distinct(report, data)));
  text += tile("privacy targets", std::to_string(distinct(report, [](const StoredRun& run) {
                 return fmt::format(
                     "{} {} {}", run.target.epsilon, run.target.delta, name(run.target.adjacency));
               })));
  return text + "</div>\n" + warnings(report) + constants_text(report) + oracle_text(report);
}

std::string environment_section(const Report& report) {
  std::string text = "<h2 id=\"environment\">Environment</h2>\n";
  if (report.environments.empty()) return text + "<p>The journal does not say.</p>\n";
  for (const EnvironmentUse& use : report.environments) {
    auto json = nlohmann::json::parse(use.json, nullptr, false);
    if (!json.is_object()) continue;
    json.erase("kind");
    std::string rows;
    add_facts(rows, "", json);
    text += fmt::format(
        "<details{}><summary>{} of {} journal files</summary><div class=\"scroll\"><table><tbody>"
        "{}</tbody></table></div></details>\n",
        report.environments.size() == 1 ? " open" : "",
        use.files,
        report.journal.files.size(),
        rows);
  }
  return text;
}

std::string reproduce_section(const Report& report) {
  const std::string out = shell_word(report.out);
  std::string where;
  for (const std::string& condition : report.where) where += " --where " + shell_word(condition);
  return fmt::format(
      "<h2 id=\"reproduce\">How to reproduce</h2>\n<p>Every run is decided by its key. Keys stand "
      "in the table of experiments; click a row (or press Enter on it) for those of its "
      "repetitions. "
      "One run again, on one thread, digests compared:</p>\n"
      "<pre>dpsco replay KEY --out {0}</pre>\n<p>Tables of the same results, and this page:</p>\n"
      "<pre>dpsco table {0}{1} --rows label --columns d --value excess_population_risk\n"
      "dpsco report {0}{1}</pre>\n",
      html(out),
      html(where));
}

}  // namespace dpsco
