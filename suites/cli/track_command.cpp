#include "suites/cli/track_command.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "results/environment/build_info.hpp"
#include "results/environment/environment.hpp"
#include "results/journal/run_line.hpp"
#include "results/track/benchmark_reader.hpp"
#include "results/track/counted.hpp"
#include "results/track/track_results.hpp"
#include "suites/cli/results_in.hpp"
#include "suites/cli/write_file.hpp"

namespace dpsco {

namespace {

constexpr int regression_code = 3;

void write_if_named(const std::string& file, const std::string& text) {
  if (!file.empty()) write_file(file, text);
}

int show(const TrackReport& report, const TrackFlags& flags) {
  fmt::print("{}", report_as(flags.format, report));
  write_if_named(flags.md, report_as("md", report));
  write_if_named(flags.junit, report_as("junit", report));
  write_if_named(flags.json, report_as("json", report));
  return has_regression(report) ? regression_code : 0;
}

std::string now() {
  return utc_text(std::chrono::system_clock::now());
}

std::string commit() {
  const BuildInfo& info = build_info();
  return info.commit + (info.dirty == "yes" ? "+changes" : "");
}

/// Every number of this build that the history keeps.
std::vector<HistoryValue> values_now(const Journal& journal,
                                     const PlanOrder& plan,
                                     const Counts& counts,
                                     const std::string& benchmarks) {
  std::vector<HistoryValue> values;
  if (!journal.runs.empty())
    for (const BaselineSetting& setting : settings_of(journal.runs, plan))
      append_values(setting, values);
  for (const auto& [kernel, count] : counts.kernels)
    values.push_back({"counted/" + kernel, "instructions", double(count)});
  if (benchmarks.empty()) return values;
  const BenchmarkFile file = read_benchmarks(benchmarks);
  for (const KernelTime& kernel : file.kernels)
    values.push_back({"kernel/" + kernel.name, "s", kernel.cpu});
  for (const auto& [kernel, error] : file.errors)
    fmt::print(stderr, "note: {}: {} has no time: {}\n", benchmarks, kernel, error);
  if (!file.complete)
    fmt::print(stderr, "note: {} ends in the middle: what was whole is recorded\n", benchmarks);
  return values;
}

int record(const TrackFlags& flags) {
  require(
      !flags.baseline.empty() || !flags.history.empty(),
      "say where to: --baseline FILE for later comparisons, --history DB for a series, or both");
  require(!flags.out.empty() || !flags.kernels.empty() || !flags.benchmarks.empty(),
          "nothing to record: give OUT, --kernels or --benchmarks");
  const Journal journal = flags.out.empty() ? Journal{} : results_in(flags.out);
  const PlanOrder plan = flags.out.empty() ? PlanOrder{} : read_plan_order(flags.out);
  const Counts counts = flags.kernels.empty() ? Counts{} : count_kernels(flags.kernels);
  if (!flags.baseline.empty()) {
    // What is not measured now stays as it was.
    Baseline baseline;
    if (std::filesystem::exists(flags.baseline)) baseline = read_baseline(flags.baseline);
    baseline.recorded = now();
    baseline.commit = commit();
    if (!journal.runs.empty()) {
      baseline.suite = journal.runs.front().suite;
      baseline.settings = settings_of(journal.runs, plan);
    }
    if (!flags.kernels.empty()) baseline.counts = counts;
    write_baseline(flags.baseline, baseline);
    fmt::print("{}: {} settings, {} kernels\n",
               flags.baseline,
               baseline.settings.size(),
               baseline.counts.kernels.size());
  }
  if (!flags.history.empty()) {
    const auto values = values_now(journal, plan, counts, flags.benchmarks);
    History history(flags.history);
    history.append(machine_key(environment()), now(), commit(), values);
    fmt::print("{}: {} values of {}\n", flags.history, values.size(), commit());
  }
  return 0;
}

TrackReport compared(const TrackFlags& flags,
                     const Baseline& baseline,
                     const Journal& journal,
                     const Counts& counts) {
  TrackReport report;
  if (!flags.out.empty()) {
    track_privacy(baseline, journal.runs, report);
    track_accuracy(baseline, journal.runs, report);
  }
  if (!flags.kernels.empty()) track_counts(baseline.counts, counts, report);
  return report;
}

int compare(const TrackFlags& flags) {
  const bool against_baseline = !flags.out.empty() || !flags.kernels.empty();
  require(
      against_baseline || !flags.old_program.empty(),
      "nothing to compare: give OUT (accuracy, privacy), --kernels (counted) or --old and --new "
      "(timed)");
  require(flags.old_program.empty() == flags.new_program.empty(),
          "--old and --new go together: two programs that are timed against each other");
  require(!against_baseline || !flags.baseline.empty(), "say --baseline FILE to compare with");
  TrackReport report;
  if (against_baseline)
    report = compared(flags,
                      read_baseline(flags.baseline),
                      flags.out.empty() ? Journal{} : results_in(flags.out),
                      flags.kernels.empty() ? Counts{} : count_kernels(flags.kernels));
  if (!flags.old_program.empty())
    track_times(flags.old_program, flags.new_program, flags.only, flags.timed, report);
  return show(report, flags);
}

int accept(const TrackFlags& flags) {
  require(flags.reason.find_first_not_of(' ') != std::string::npos,
          "--reason must say why the change is right: it is kept beside the numbers");
  require(!flags.out.empty() || !flags.kernels.empty(), "give what was measured: OUT or --kernels");
  Baseline baseline = read_baseline(flags.baseline);
  const Journal journal = flags.out.empty() ? Journal{} : results_in(flags.out);
  const Counts counts = flags.kernels.empty() ? Counts{} : count_kernels(flags.kernels);
  const TrackReport report = compared(flags, baseline, journal, counts);
  std::size_t accepted = accept_results(baseline, journal.runs, report, flags.only, flags.reason);
  if (!flags.kernels.empty())
    accepted += accept_counts(baseline, counts, report, flags.only, flags.reason);
  require(accepted > 0,
          "nothing to accept: {}",
          flags.only.empty()
              ? "nothing moved"
              : fmt::format("nothing that moved has '{}' in its subject", flags.only));
  write_baseline(flags.baseline, baseline);
  fmt::print("{}: {} changes accepted: {}\n", flags.baseline, accepted, flags.reason);
  return 0;
}

int history(const TrackFlags& flags) {
  TrackReport report;
  track_history(History(flags.history), flags.only, flags.change_points, report);
  return show(report, flags);
}

void add_report_flags(CLI::App& command, TrackFlags& flags) {
  command.add_option("--format", flags.format, "of stdout: text, md, junit or json")
      ->capture_default_str();
  command.add_option("--md", flags.md, "also write Markdown for a pull request to this file");
  command.add_option("--junit", flags.junit, "also write JUnit XML to this file");
  command.add_option("--json", flags.json, "also write JSON to this file");
}

}  // namespace

CLI::App* add_track_command(CLI::App& app, TrackFlags& flags) {
  CLI::App* const track =
      app.add_subcommand("track", "are results, privacy and speed still what they were?");
  track->require_subcommand(1);
  auto* record = track->add_subcommand("record", "write a baseline, or append to a history");
  auto* compare = track->add_subcommand("compare", "against the baseline; exit code 3: regression");
  auto* accept =
      track->add_subcommand("accept", "take what moved into the baseline, with a reason");
  auto* history = track->add_subcommand("history", "change points of a history");
  for (CLI::App* command : {record, compare, accept}) {
    command->add_option("out", flags.out, "folder with a run of the baseline's grid");
    auto* baseline = command->add_option("--baseline", flags.baseline, "JSON, results/baselines");
    if (command == accept) baseline->required();
    command->add_option(
        "--kernels", flags.kernels, "program whose kernels are counted by Callgrind");
  }
  record->add_option("--history", flags.history, "SQLite file to append to");
  record->add_option("--benchmarks", flags.benchmarks, "JSON of Google Benchmark, for the history");
  compare->add_option("--old", flags.old_program, "program to time against --new");
  compare->add_option("--new", flags.new_program, "program to time against --old");
  compare->add_option("--pairs", flags.timed.pairs, "executions of each in a round")
      ->capture_default_str();
  compare->add_option("--seconds", flags.timed.seconds, "CPU time of one execution")
      ->capture_default_str();
  compare
      ->add_option(
          "--least-effect", flags.timed.least_effect, "smaller relative effects are no move")
      ->capture_default_str();
  compare->add_option("--only", flags.only, "time only kernels whose name contains this");
  accept->add_option("--reason", flags.reason, "why the change is right")->required();
  accept->add_option("--only", flags.only, "accept only subjects that contain this");
  history->add_option("history", flags.history, "SQLite file")->required();
  history->add_option("--only", flags.only, "only series that contain this");
  history->add_option("--p", flags.change_points.level, "largest p of a change point")
      ->capture_default_str();
  add_report_flags(*compare, flags);
  add_report_flags(*history, flags);
  return track;
}

int run_track(const CLI::App& track, const TrackFlags& flags) {
  if (track.got_subcommand("record")) return record(flags);
  if (track.got_subcommand("compare")) return compare(flags);
  if (track.got_subcommand("accept")) return accept(flags);
  return history(flags);
}

}  // namespace dpsco
