// Cells in, records out, by one thread (the oracle) or by a oneTBB flow graph. docs/runner.md has
// the picture and the reasons.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "framework/record.hpp"
#include "framework/registry/catalog.hpp"
#include "framework/runner/progress.hpp"
#include "framework/runner/services.hpp"
#include "framework/runner/stop.hpp"

namespace dpsco {

struct RunOptions {
  int threads = 0;               ///< 0: as many as the affinity mask and the cgroup's quota allow
  std::size_t memory_bytes = 0;  ///< budget for data sets and runs' scratch; 0: no limit
  double timeout = 0;            ///< [s] of wall time a run; 0: none
  bool isolated = false;         ///< one run at a time, pinned, warmed up: times that may be shown
  int threads_per_run = 1;  ///< that one run may use inside; threads / threads_per_run run at once
  std::int64_t looks = 0;   ///< points of each run's trajectory to keep; 0: none
  bool fail_fast = false;   ///< start nothing more after the first failed or timeout
  std::size_t finished_before = 0;  ///< cells of the plan that are not given again, for the counts
};

struct RunSummary {
  std::size_t planned = 0, finished_before = 0;
  std::array<std::size_t, 7> written{};  ///< by Status
  std::size_t not_started = 0;           ///< no record: they come again on resume
  bool stopped = false;                  ///< someone asked (Ctrl-C)
  int threads = 1;
  std::size_t peak_bytes = 0;  ///< largest sum that the memory budget accounted for
  std::size_t builds = 0;      ///< problems prepared
  double elapsed = 0;          ///< [s]

  std::size_t count(Status status) const { return written[std::size_t(status)]; }
  std::size_t total_written() const;
};

/// 130 if stopped on request, else 1 if a run failed or timed out, else 0.
int exit_code(const RunSummary& summary);

/// Runs every cell and writes every record, problem by problem in plan order, by the calling
/// thread. Records are equal, up to timing, to those of run_graph. Rethrows what the sink throws,
/// after which nothing more was started. Throws std::logic_error if cells were lost, a bug.
RunSummary run_serial(std::span<const Cell> cells,
                      const Catalog& catalog,
                      const Services& services,
                      const RunOptions& options,
                      Sink& sink,
                      Progress& progress,
                      StopControl& stop);

/// The same by options.threads threads; the sink and the progress see one thread at a time.
RunSummary run_graph(std::span<const Cell> cells,
                     const Catalog& catalog,
                     const Services& services,
                     const RunOptions& options,
                     Sink& sink,
                     Progress& progress,
                     StopControl& stop);

}  // namespace dpsco
