#include "suites/cli/run_command.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <unordered_set>

#include <fmt/format.h>

#include "datasets/files/file_store.hpp"
#include "framework/core/check.hpp"
#include "framework/grid/expand.hpp"
#include "framework/grid/filter.hpp"
#include "framework/grid/grid.hpp"
#include "framework/grid/memory_size.hpp"
#include "framework/grid/plan_line.hpp"
#include "framework/runner/runner.hpp"
#include "framework/runner/signals.hpp"
#include "results/environment/build_info.hpp"
#include "results/files/write_beside.hpp"
#include "results/journal/journal_reader.hpp"
#include "results/journal/journal_writer.hpp"
#include "results/journal/resume.hpp"
#include "results/progress/costed.hpp"
#include "results/progress/views.hpp"
#include "suites/catalog.hpp"
#include "suites/cli/command_line.hpp"
#include "suites/cli/services.hpp"

namespace dpsco {

namespace {

namespace fs = std::filesystem;

/// Half of the machine's memory: data sets of a grid share it, the rest is for everyone else.
std::size_t default_memory() {
  const auto pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && page > 0 ? std::size_t(pages) * std::size_t(page) / 2 : 0;
}

/// OUT/plan.jsonl: this plan's cells, then those of earlier plans in the same folder, whose results
/// still are there. Written beside and renamed, so that no reader sees half a plan.
void write_plan(const fs::path& out, const std::vector<Cell>& cells) {
  const fs::path file = out / "plan.jsonl";
  std::unordered_set<std::string> keys;
  for (const Cell& cell : cells) keys.insert(cell.key);
  stream_beside(file, [&](std::ostream& plan) {
    for (const Cell& cell : cells) plan << plan_line(cell) << '\n';
    std::ifstream earlier(file);
    for (std::string line; std::getline(earlier, line);) {
      const std::size_t at = line.find(R"("key":")");
      if (at != std::string::npos && !keys.contains(line.substr(at + 7, 64))) plan << line << '\n';
    }
  });
}

void say(const PlannedGrid& grid, const RunSummary& summary, const fs::path& out) {
  std::string written;
  for (std::size_t s = 0; s < summary.written.size(); ++s)
    if (summary.written[s] > 0)
      written +=
          fmt::format("{}{} {}", written.empty() ? "" : ", ", summary.written[s], name(Status(s)));
  fmt::print(stderr, "{}: {} runs planned", grid.suite, summary.planned);
  if (summary.finished_before > 0)
    fmt::print(stderr, ", {} finished before", summary.finished_before);
  if (!written.empty())
    fmt::print(stderr,
               "; now {} ({:.1f} s, {} thread{})",
               written,
               summary.elapsed,
               summary.threads,
               summary.threads == 1 ? "" : "s");
  if (summary.not_started > 0)
    fmt::print(
        stderr, "; {} not started, run the same command again to continue", summary.not_started);
  fmt::print(stderr, "\nresults in {}\n", out.string());
}

void warn(const Journal& journal) {
  for (const Conflict& conflict : journal.conflicts)
    fmt::print(stderr,
               "warning: run {} differs between {}:{} and {}:{} of one build\n",
               conflict.key.substr(0, 12),
               conflict.first.string(),
               conflict.first_line,
               conflict.second.string(),
               conflict.second_line);
  for (const BadLine& bad : journal.bad)
    fmt::print(stderr, "note: {}:{} is torn and was passed over\n", bad.file.string(), bad.line);
}

/// Said at the first failure, not at the end: the rest of the grid goes on.
class FailureReporter final : public Sink {
 public:
  explicit FailureReporter(Sink& next) : next_(next) {}
  void write(const Record& record) override {
    next_.write(record);
    const bool failed = record.status == Status::failed || record.status == Status::timeout;
    if (failed && ++failures_ <= shown)
      fmt::print(stderr,
                 "\n{} {} ({} on {}): {}\n",
                 name(record.status),
                 record.cell.key.substr(0, 12),
                 record.cell.label,
                 record.cell.data.name,
                 record.reason);
  }

 private:
  static constexpr int shown = 5;
  Sink& next_;
  int failures_ = 0;
};

}  // namespace

void add_run_flags(CLI::App& app, RunFlags& flags) {
  app.add_option("--out", flags.out, "folder for results; default out/SUITE");
  app.add_option("-j,--threads", flags.threads, "default: what affinity and cgroup allow")
      ->check(at_least("--threads", 0));
  app.add_option("--threads-per-run",
                 flags.threads_per_run,
                 "threads inside one run, for few and large runs; default 1")
      ->check(at_least("--threads-per-run", 1));
  app.add_option("--trajectory",
                 flags.trajectory,
                 "points of each run's trajectory to keep in OUT/trajectories; default none")
      ->check(at_least("--trajectory", 0));
  app.add_option(
      "--memory", flags.memory, "budget for data sets, 2GiB; default half of the machine's");
  app.add_option("--timeout", flags.timeout, "seconds a run may take; default none")
      ->check(at_least("--timeout", 0));
  app.add_option("--profile", flags.profile, "named profile of the grid, for example quick");
  app.add_option("--set", flags.sets, "PATH=VALUE[,VALUE], for example data.spiked.d=10,100")
      ->take_all();
  app.add_option(
      "--filter", flags.filter, "only these runs, for example 'd <= 100 and label =~ sgd'");
  app.add_option(
      "--rerun", flags.rerun, "failed, timeout, stale (other build), separated by commas");
  app.add_option("--progress", flags.progress, "auto, bar, plain, json or none")
      ->capture_default_str();
  app.add_option("--data-dir", flags.data_dir, "folder with data files, looked at first");
  app.add_flag("--dry-run", flags.dry_run, "print the plan, run nothing");
  app.add_flag(
      "--resume,!--no-resume",
      [&flags](std::int64_t on) { flags.fresh = on < 0; },
      "skip what the folder has already (default)");
  app.add_flag("--serial", flags.serial, "one thread, no flow graph: the oracle");
  app.add_flag(
      "--isolated", flags.isolated, "one run at a time, pinned: run times that may be shown");
  app.add_flag("--fail-fast", flags.fail_fast, "start nothing more after the first failure");
  app.add_flag("--large", flags.large, "allow more than 100,000 runs");
}

PlannedGrid plan_grid(const std::string& text,
                      const std::string& source,
                      const RunFlags& flags,
                      const Catalog& catalog) {
  file_store().set_search_path(standard_search_path(flags.data_dir));
  const Grid grid = parse_grid(text, source, {.profile = flags.profile, .sets = flags.sets});
  PlannedGrid planned{.suite = grid.suite.empty() ? fs::path(source).stem().string() : grid.suite};
  const std::size_t limit = flags.large ? std::size_t{100'000'000} : default_max_runs;
  planned.cells = expand(grid, catalog, limit, &planned.notes);
  if (!flags.filter.empty()) {
    planned.cells = filter_cells(std::move(planned.cells), flags.filter);
    require(!planned.cells.empty(), "--filter '{}' leaves no run", flags.filter);
  }
  planned.timeout = flags.timeout > 0 ? flags.timeout : grid.run.timeout.value_or(0);
  planned.threads = flags.threads > 0 ? flags.threads : int(grid.run.threads.value_or(0));
  planned.threads_per_run =
      flags.threads_per_run > 0 ? flags.threads_per_run : int(grid.run.threads_per_run.value_or(1));
  planned.trajectory = flags.trajectory >= 0 ? flags.trajectory : grid.run.trajectory.value_or(0);
  planned.memory = !flags.memory.empty()
                       ? std::size_t(memory_size(flags.memory))
                       : std::size_t(grid.run.memory.value_or(std::int64_t(default_memory())));
  return planned;
}

std::string out_folder(const PlannedGrid& grid, const RunFlags& flags) {
  return flags.out.empty() ? (fs::path("out") / grid.suite).string() : flags.out;
}

int run_grid(const PlannedGrid& grid, const RunFlags& flags, const Catalog& catalog) {
  for (const std::string& note : grid.notes) fmt::print(stderr, "note: {}\n", note);
  if (flags.dry_run) {
    fmt::print("{}", plan_summary(grid.cells));
    return 0;
  }
  const auto progress = make_progress(flags.progress);
  Rerun rerun = rerun_named(flags.rerun);
  rerun.all = flags.fresh;
  const fs::path out = out_folder(grid, flags);
  std::error_code error;
  fs::create_directories(out, error);
  require(!error, "can't create {}: {}", out.string(), error.message());
  write_plan(out, grid.cells);

  const Journal journal = read_journal(out);
  warn(journal);
  const auto [left, bounds_again] = remainder(grid.cells, journal, rerun, build_id(), catalog);
  if (bounds_again > 0)
    fmt::print(stderr,
               "note: {} finished run{} a bound that this grid asks for, or {} one by an older "
               "formula: run again\n",
               bounds_again,
               bounds_again == 1 ? " lacks" : "s lack",
               bounds_again == 1 ? "has" : "have");
  if (left.empty()) {
    say(grid, {.planned = grid.cells.size(), .finished_before = grid.cells.size()}, out);
    return 0;
  }

  JournalWriter journal_writer(out, grid.suite);
  FailureReporter sink(journal_writer);
  StopControl stop([&journal_writer] { (void)journal_writer.sync(); });
  const SignalThread signals(stop);
  CostedProgress costed(*progress, left, journal.runs);
  CostedSink costed_sink(sink, costed);
  const RunOptions options{.threads = grid.threads,
                           .memory_bytes = grid.memory,
                           .timeout = grid.timeout,
                           .isolated = flags.isolated,
                           .threads_per_run = grid.threads_per_run,
                           .looks = grid.trajectory,
                           .fail_fast = flags.fail_fast,
                           .finished_before = grid.cells.size() - left.size()};
  const auto run = flags.serial ? run_serial : run_graph;
  const RunSummary summary =
      run(left, catalog, standard_services(), options, costed_sink, costed, stop);
  if (summary.not_started == 0) journal_writer.close();
  say(grid, summary, out);
  return exit_code(summary);
}

}  // namespace dpsco
