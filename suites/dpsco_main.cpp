// The command line: one line of `dpsco --help` a command, its code in suites/cli.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "datasets/files/data_command.hpp"
#include "datasets/files/file_store.hpp"
#include "framework/core/check.hpp"
#include "framework/runner/signals.hpp"
#include "results/environment/build_info.hpp"
#include "suites/catalog.hpp"
#include "suites/cli/account_commands.hpp"
#include "suites/cli/account_folder.hpp"
#include "suites/cli/audit_command.hpp"
#include "suites/cli/catalog_commands.hpp"
#include "suites/cli/command_line.hpp"
#include "suites/cli/compare_command.hpp"
#include "suites/cli/data_commands.hpp"
#include "suites/cli/guard.hpp"
#include "suites/cli/journal_commands.hpp"
#include "suites/cli/plan_command.hpp"
#include "suites/cli/report_command.hpp"
#include "suites/cli/run_command.hpp"
#include "suites/cli/table_command.hpp"
#include "suites/cli/track_command.hpp"

namespace dpsco {

namespace {

struct Arguments {
  std::string kind, name, grid, data_dir, folder = ".", format = "text";
  RunFlags run;
  TableArguments table;
  std::string ledger;
  AccountQuery account;
  CalibrateQuery calibrate;
  JournalArguments journal;
  CompareFlags compare;
  TrackFlags track;
  ReportFlags report;
  AuditFlags audit;
};

/// `kind` is what the file should be: "a TOML file".
std::string read_file(const std::string& path, std::string_view kind) {
  require(!std::filesystem::is_directory(path), "{} is a folder, expected {}", path, kind);
  std::ifstream file(path, std::ios::binary);
  require(bool(file), "can't open {}", path);
  std::ostringstream text;
  text << file.rdbuf();
  require(!file.bad(), "can't read {}", path);
  return text.str();
}

constexpr std::string_view ledger_file = "a ledger (a JSON file)";

int run_account(const CLI::App& app, const Arguments& a, const Catalog& catalog) {
  const bool has_delta = app.get_subcommand("account")->count("--delta") > 0;
  if (std::filesystem::is_directory(a.ledger)) {
    require(!has_delta || a.account.delta > 0, "--delta = {} is outside (0, 1)", a.account.delta);
    fmt::print("{}", account_folder(a.ledger, a.account, catalog));
    return 0;
  }
  require(has_delta, "--delta is required to price a ledger, for example --delta 1e-5");
  fmt::print("{}", account_text(read_file(a.ledger, ledger_file), a.ledger, a.account, catalog));
  return 0;
}

int run_data(const CLI::App& data, const Arguments& a) {
  file_store().set_search_path(standard_search_path(a.data_dir));
  if (data.got_subcommand("verify")) {
    const CommandText report = verify_text(a.name);
    fmt::print("{}", report.text);
    return report.ok ? 0 : 1;
  }
  if (data.got_subcommand("path")) {
    fmt::print("{}\n", data_path(file_store(), a.name));
    return 0;
  }
  if (data.got_subcommand("fetch")) {
    for (const std::string& file : fetch_data(a.name, a.folder)) fmt::print("{}\n", file);
    return 0;
  }
  fmt::print("{}", datasets_text());
  return 0;
}

int run(const CLI::App& app, const CLI::App& data, const Arguments& a) {
  if (app.got_subcommand("compare")) {
    fmt::print("{}", compare_text(a.compare));
    return 0;
  }
  if (app.got_subcommand("track")) return run_track(*app.get_subcommand("track"), a.track);
  const Catalog catalog = full_catalog();
  if (app.got_subcommand("list")) {
    fmt::print("{}", list_as(a.format, catalog, a.kind));
    return 0;
  }
  if (app.got_subcommand("describe")) {
    fmt::print("{}", describe_text(catalog, a.name));
    return 0;
  }
  if (app.got_subcommand("table")) {
    fmt::print("{}", table_text(a.table, catalog));
    return 0;
  }
  if (const auto code = run_journal_command(app, a.journal, catalog)) return *code;
  if (app.got_subcommand("report")) {
    fmt::print("{}", write_report(a.report, catalog));
    return 0;
  }
  if (app.got_subcommand("data")) return run_data(data, a);
  if (app.got_subcommand("account")) return run_account(app, a, catalog);
  if (app.got_subcommand("calibrate")) {
    const CalibrateAnswer answer =
        calibrate_text(read_file(a.ledger, ledger_file), a.ledger, a.calibrate, catalog);
    fmt::print("{}", answer.text);
    return answer.feasible ? 0 : 1;
  }
  if (app.got_subcommand("audit")) {
    const AuditTable table = audit_table(a.audit, catalog);
    fmt::print("{}", table.text);
    return table.refuted ? 1 : 0;
  }
  const PlannedGrid grid = plan_grid(read_file(a.grid, "a TOML file"), a.grid, a.run, catalog);
  if (app.got_subcommand("run")) return run_grid(grid, a.run, catalog);
  fmt::print("{}", plan_text(grid, catalog));
  return 0;
}

int parse_and_run(int argc, char** argv) {
  block_stop_signals();  // before any thread starts
  CLI::App app("Benchmarks for differentially private stochastic convex optimisation", "dpsco");
  app.require_subcommand(1);
  app.set_version_flag(
      "--version",
      [] {
        const BuildInfo& built = build_info();
        return fmt::format("dpsco {}, commit {}{}, build {}",
                           built.version,
                           built.commit.empty() ? "unknown" : built.commit,
                           built.dirty == "yes" ? " with changes" : "",
                           build_id());
      },
      "version, commit and build id, then exit");
  Arguments a;

  auto* list = app.add_subcommand(
      "list", "what there is: algorithms, accountants, bounds, metrics, datasets, losses");
  list->add_option("kind", a.kind, "only this kind");
  list->add_option("--format", a.format, "text or json")->capture_default_str();
  auto* describe = app.add_subcommand("describe", "all about one plug-in");
  describe->add_option("name", a.name, "of a plug-in that `dpsco list` names")->required();

  auto* plan = app.add_subcommand("plan", "price every cell of a grid without running it");
  plan->add_option("grid", a.grid, "TOML file, docs/grid.md")->required();
  add_run_flags(*plan, a.run);
  auto* run_grid_command = app.add_subcommand("run", "run a grid, or what is left of it");
  run_grid_command->add_option("grid", a.grid, "TOML file, docs/grid.md")->required();
  add_run_flags(*run_grid_command, a.run);

  add_table_command(app, a.table);
  add_journal_commands(app, a.journal);

  add_audit_command(app, a.audit);
  add_compare_command(app, a.compare);
  add_track_command(app, a.track);

  auto* account = app.add_subcommand(
      "account", "price a ledger (JSON, docs/ledger.md), or all ledgers of a folder of results");
  account->add_option("ledger", a.ledger, "file, or folder of a run")->required();
  account->add_option(
      "--delta", a.account.delta, "in (0, 1); of a folder, default: each run's target");
  add_report_flags(*app.add_subcommand("report", "a page about all results (docs/report.md)"),
                   a.report);

  account->add_option("--epsilon", a.account.epsilon, "also the delta at this epsilon")
      ->check(at_least("--epsilon", 0));
  account->add_option("--accountant", a.account.accountants, "names separated by commas, or all")
      ->delimiter(',');
  account->add_option("--format", a.account.format, "text or json")->capture_default_str();

  auto* calibrate =
      app.add_subcommand("calibrate", "noise, steps or rate of a ledger for a target");
  calibrate->add_option("ledger", a.ledger, "template, JSON")->required();
  calibrate->add_option("--epsilon", a.calibrate.epsilon, "target")->required();
  calibrate->add_option("--delta", a.calibrate.delta, "target, in (0, 1)")->required();
  calibrate
      ->add_option(
          "--parameter", a.calibrate.parameter, "noise_multiplier, steps, sampling_rate or beta0")
      ->capture_default_str();
  calibrate->add_option("--accountant", a.calibrate.accountant, "whose upper bound counts")
      ->capture_default_str();
  calibrate->add_option("--format", a.calibrate.format, "text or json")->capture_default_str();

  auto* data = app.add_subcommand(
      "data", "data sets: where they are, whether they are right; alone: list them");
  data->add_option("--data-dir", a.data_dir, "folder looked at first");
  data->add_subcommand("verify", "compare with the manifest")
      ->add_option("name", a.name, "default: all that are found");
  data->add_subcommand("path", "where a data set is")
      ->add_option("name", a.name, "a name that `dpsco data` lists")
      ->required();
  auto* fetch = data->add_subcommand("fetch", "download with curl, check the hash");
  fetch->add_option("name", a.name, "a name that `dpsco data` lists")->required();
  fetch->add_option("--to", a.folder, "folder")->capture_default_str();
  data->require_subcommand(0, 1);

  if (const auto code = parsed(app, argc, argv)) return *code;
  return run(app, *data, a);
}

}  // namespace

}  // namespace dpsco

int main(int argc, char** argv) {
  return dpsco::guarded([&] { return dpsco::parse_and_run(argc, argv); });
}
