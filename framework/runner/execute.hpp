// What serial runner and graph share: one cell from its problem's preparation, and the bookkeeping
// of what is written.
#pragma once

#include <chrono>
#include <exception>

#include "framework/runner/evaluate.hpp"
#include "framework/runner/runner.hpp"

namespace dpsco {

/// evaluate(), or the failure of the preparation. In isolated mode: on a pinned thread, once to
/// warm up, then measured, and measured again up to three times while the gauges say that others
/// were in the way. A method whose numbers change between these is `failed`.
Record execute(const Cell& cell,
               const Preparation& preparation,
               const Toolbox& tools,
               const RunOptions& options,
               const StopControl& stop);

inline bool ran_out_of_memory(const Record& record) {
  return record.status == Status::failed && record.reason == "oom";
}

/// Writes records, counts them and shows progress. One thread at a time.
class Recorder {
 public:
  Recorder(const RunOptions& options, std::size_t cells, Sink& sink, Progress& progress);
  /// Keeps the sink's first exception, after which nothing more is written and broken() holds.
  void write(const Record& record) noexcept;
  bool broken() const { return error_ != nullptr; }
  /// A run failed or timed out.
  bool saw_failure() const;
  /// Rethrows the sink's exception; throws std::logic_error unless
  /// planned = finished before + written + not started.
  RunSummary finish(std::size_t not_started, bool stopped);

 private:
  ProgressState state() const;

  Sink& sink_;
  Progress& progress_;
  RunSummary summary_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::exception_ptr error_;
};

}  // namespace dpsco
