#include "suites/cli/suite_program.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <unordered_set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/runner/signals.hpp"
#include "results/journal/journal_reader.hpp"
#include "results/tables/accounts_table.hpp"
#include "results/tables/format.hpp"
#include "results/tables/row_objects.hpp"
#include "suites/catalog.hpp"
#include "suites/cli/command_line.hpp"
#include "suites/cli/guard.hpp"
#include "suites/cli/promises.hpp"
#include "suites/cli/run_command.hpp"
#include "suites/cli/table_command.hpp"

namespace dpsco {

namespace {

/// Of this plan only: the folder may hold others.
std::vector<StoredRun> runs_with(const std::string& out, const std::vector<std::string>& keys) {
  const std::unordered_set<std::string> wanted(keys.begin(), keys.end());
  std::vector<StoredRun> runs = read_journal(out).runs;
  std::erase_if(runs, [&](const StoredRun& run) { return !wanted.contains(run.key); });
  return runs;
}

/// None if the table is optional and no run meets its conditions or has its value.
std::optional<Table> table_if_any(const SuiteTable& wanted,
                                  std::span<const StoredRun> runs,
                                  const PlanOrder& plan,
                                  const Catalog& catalog) {
  TableQuery query = wanted.query;
  query.meaning = meaning_of(query.value, catalog);
  try {
    return make_table(runs, query, plan);
  } catch (const ConfigError&) {
    if (!wanted.optional) throw;
    return std::nullopt;
  }
}

}  // namespace

std::string suite_text(const std::string& out,
                       const Suite& suite,
                       const std::vector<std::string>& keys,
                       const Catalog& catalog) {
  const std::vector<StoredRun> runs = runs_with(out, keys);
  if (runs.empty()) return "no run has finished yet\n";
  const PlanOrder plan = read_plan_order(out);
  std::string text;
  std::unordered_set<std::string> said;  // a legend line stands under the first table that needs it
  for (const SuiteTable& each : suite.tables) {
    std::optional<Table> made = table_if_any(each, runs, plan, catalog);
    if (!made) continue;
    Table& table = *made;
    std::erase_if(table.legend, [&](const std::string& line) { return !said.insert(line).second; });
    text += fmt::format("{}\n\n{}\n", each.title, table_as_text(table, output_width()));
  }
  text += fmt::format("Privacy: epsilon of the same ledgers by every accountant\n\n{}",
                      accounts_text(runs, plan));
  if (suite.more) text += "\n" + suite.more(runs, catalog);
  for (const std::string& words : {suite.reading, suite.findings})
    if (!words.empty()) text += fmt::format("\n{}\n", words);
  return text;
}

int suite_main(int argc, char** argv, const Suite& suite) {
  block_stop_signals();  // before any thread starts
  CLI::App app(suite.question, suite.name);
  RunFlags flags;
  bool print_grid = false;
  std::string format = "text";
  add_run_flags(app, flags);
  app.add_option("--format", format, "text: all tables; json: the main one as row objects")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app.add_flag("--print-grid", print_grid, "print the built-in grid (TOML) and exit");
  return guarded([&] {
    if (const auto code = parsed(app, argc, argv)) return *code;
    if (print_grid) {
      fmt::print("{}", suite.grid);
      return 0;
    }
    const Catalog catalog = full_catalog();
    const PlannedGrid grid =
        plan_grid(std::string(suite.grid), suite.name + ".toml", flags, catalog);
    const int code = run_grid(grid, flags, catalog);
    if (flags.dry_run || code == 130) return code;
    std::vector<std::string> keys;
    for (const Cell& cell : grid.cells) keys.push_back(cell.key);
    const std::string out = out_folder(grid, flags);
    const std::vector<StoredRun> runs = runs_with(out, keys);
    if (format == "json" && !runs.empty() && suite.study_json) {
      fmt::print("{}", suite.study_json(grid.cells, catalog));
    } else if (format == "json" && !runs.empty()) {
      fmt::print(
          "{}",
          table_as_row_objects(make_table(runs, suite.tables.front().query, read_plan_order(out))));
    } else {
      Suite shown = suite;
      if (!flags.sets.empty() || !flags.filter.empty() || flags.profile == "quick")
        shown.findings.clear();
      fmt::print("{}", suite_text(out, shown, keys, catalog));
      if (suite.study && !runs.empty()) fmt::print("\n{}", suite.study(grid.cells, catalog));
    }
    auto [broken, not_judged] = promise_lines(runs, catalog);
    if (suite.broken) broken += suite.broken(runs, catalog);
    fmt::print(format == "json" ? stderr : stdout, "{}{}", not_judged, broken);
    return code == 0 && !broken.empty() ? 1 : code;
  });
}

}  // namespace dpsco
