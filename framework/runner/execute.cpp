#include "framework/runner/execute.hpp"

#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "framework/runner/gauges.hpp"

namespace dpsco {

namespace {

Record isolated(const Cell& cell,
                const PreparedProblem& prepared,
                const Toolbox& tools,
                const RunLimits& limits,
                const StopControl& stop) {
  constexpr int repeats = 3;
  const PinnedThread pin;
  Record warm_up = evaluate(cell, prepared, tools, limits, stop);
  if (warm_up.status != Status::ok) return warm_up;
  Record record;
  for (int measured = 0; measured <= repeats; ++measured) {
    record = evaluate(cell, prepared, tools, limits, stop);
    if (record.status != Status::ok) return record;
    if (record.digest != warm_up.digest)
      return failed_record(
          cell,
          fmt::format("two runs of the same cell gave different numbers: algorithm '{}' is not a "
                      "function of its streams",
                      cell.algorithm.name));
    if (record.timing.quality != "contaminated") break;
  }
  return record;
}

}  // namespace

Record execute(const Cell& cell,
               const Preparation& preparation,
               const Toolbox& tools,
               const RunOptions& options,
               const StopControl& stop) {
  if (!preparation.prepared) return failed_record(cell, preparation.failure);
  const RunLimits limits{.timeout = options.timeout,
                         .isolated = options.isolated,
                         .threads = options.threads_per_run,
                         .looks = options.looks};
  return options.isolated ? isolated(cell, *preparation.prepared, tools, limits, stop)
                          : evaluate(cell, *preparation.prepared, tools, limits, stop);
}

std::size_t RunSummary::total_written() const {
  return std::accumulate(written.begin(), written.end(), std::size_t{0});
}

int exit_code(const RunSummary& summary) {
  if (summary.stopped) return 130;
  return summary.count(Status::failed) + summary.count(Status::timeout) > 0 ? 1 : 0;
}

Recorder::Recorder(const RunOptions& options, std::size_t cells, Sink& sink, Progress& progress)
    : sink_(sink),
      progress_(progress),
      summary_{.planned = options.finished_before + cells,
               .finished_before = options.finished_before} {
  progress_.update(state());
}

ProgressState Recorder::state() const {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  return {.total = summary_.planned,
          .finished_before = summary_.finished_before,
          .done = summary_.total_written(),
          .failures = summary_.count(Status::failed) + summary_.count(Status::timeout),
          .elapsed = elapsed.count()};
}

void Recorder::write(const Record& record) noexcept {
  if (broken()) return;
  try {
    sink_.write(record);
    ++summary_.written[std::size_t(record.status)];
    progress_.update(state());
  } catch (...) {
    error_ = std::current_exception();
  }
}

bool Recorder::saw_failure() const {
  return summary_.count(Status::failed) + summary_.count(Status::timeout) > 0;
}

RunSummary Recorder::finish(std::size_t not_started, bool stopped) {
  const ProgressState last = state();
  progress_.finish(last);
  if (error_) std::rethrow_exception(error_);
  summary_.not_started = not_started;
  summary_.stopped = stopped;
  summary_.elapsed = last.elapsed;
  if (summary_.planned != summary_.finished_before + last.done + not_started)
    throw std::logic_error(
        fmt::format("internal error: {} cells were planned, but {} finished before + {} written + "
                    "{} not started; please report this",
                    summary_.planned,
                    summary_.finished_before,
                    last.done,
                    not_started));
  return summary_;
}

}  // namespace dpsco
