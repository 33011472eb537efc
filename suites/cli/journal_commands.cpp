#include "suites/cli/journal_commands.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "results/journal/doctor.hpp"
#include "results/merge/merge.hpp"
#include "results/progress/status.hpp"
#include "suites/cli/account_commands.hpp"

namespace dpsco {

namespace {

int run_export(const JournalArguments& a) {
  const Journal journal = read_journal(a.out);
  require(!journal.files.empty(), "{} holds no results: expected {}/runs/*.jsonl", a.out, a.out);
  const std::size_t runs = export_journal(journal, a.exported);
  if (a.exported.to != "-") fmt::print(stderr, "{} runs written to {}\n", runs, a.exported.to);
  return 0;
}

int run_merge(const JournalArguments& a) {
  const std::vector<std::filesystem::path> folders(a.folders.begin(), a.folders.end());
  const MergeReport report = merge_journals(folders, a.out);
  if (a.format == "json") fmt::print("{}", merge_json(report));
  const bool conflict = !report.conflicts.empty();
  if (a.format == "text") fmt::print(conflict ? stderr : stdout, "{}", merge_text(report, a.out));
  return conflict ? 4 : 0;
}

int run_replay(const JournalArguments& a, const Catalog& catalog) {
  const ReplayAnswer answer = replay(a.replayed, catalog);
  fmt::print("{}", answer.text);
  return answer.equal ? 0 : 1;
}

int run_status(const JournalArguments& a) {
  const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
  const GridStatus status = grid_status(a.out, now.count());
  fmt::print("{}", a.format == "json" ? status_json(status) : status_text(status, a.out));
  return 0;
}

int run_doctor(const JournalArguments& a) {
  const std::vector<Finding> findings = examine_folder(a.out);
  fmt::print("{}", a.format == "json" ? findings_json(findings) : findings_text(findings));
  return has_fault(findings) ? 1 : 0;
}

void add_format(CLI::App& command, JournalArguments& a) {
  command.add_option("--format", a.format, "text or json")->capture_default_str();
}

}  // namespace

void add_journal_commands(CLI::App& app, JournalArguments& a) {
  auto* exported = app.add_subcommand("export", "results for other programs");
  exported->add_option("out", a.out, "folder of a run")->required();
  exported->add_option("--format", a.exported.format, "csv, jsonl or sqlite")
      ->capture_default_str();
  exported->add_option("--to", a.exported.to, "file; - is standard output")->capture_default_str();
  exported->add_option("--columns", a.exported.columns, "key,digest,...; default: all")
      ->delimiter(',');
  exported->add_option("--where", a.exported.where, "FIELD=VALUE[,VALUE], also != < <= > >=")
      ->take_all();

  auto* merge = app.add_subcommand("merge", "unite results of several folders");
  merge->add_option("folders", a.folders, "folders of runs")->required();
  merge->add_option("--out", a.out, "folder for all of them, new or not")->required();
  add_format(*merge, a);

  auto* replay = app.add_subcommand("replay", "run one cell again and compare digests");
  replay->add_option("key", a.replayed.key, "12 or more digits of its key")->required();
  replay->add_option("--out", a.replayed.out, "folder of the run; default: whichever of out/*");
  replay->add_option("--data-dir", a.replayed.data_dir, "folder with data files, looked at first");

  auto* status = app.add_subcommand("status", "how far a run has come, also while it goes on");
  status->add_option("out", a.out, "folder of a run")->required();
  add_format(*status, a);

  auto* doctor = app.add_subcommand("doctor", "what is wrong with a folder of results");
  doctor->add_option("out", a.out, "folder of a run")->required();
  add_format(*doctor, a);
}

std::optional<int> run_journal_command(const CLI::App& app,
                                       const JournalArguments& a,
                                       const Catalog& catalog) {
  require_account_format(a.format);
  if (app.got_subcommand("export")) return run_export(a);
  if (app.got_subcommand("merge")) return run_merge(a);
  if (app.got_subcommand("replay")) return run_replay(a, catalog);
  if (app.got_subcommand("status")) return run_status(a);
  if (app.got_subcommand("doctor")) return run_doctor(a);
  return {};
}

}  // namespace dpsco
