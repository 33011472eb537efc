// Was this run alone? Wall time alone can't say; the kernel can (docs/runner.md, "Timing").
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "framework/record.hpp"

namespace dpsco {

/// What the kernel counts for the calling thread. Counters only grow; their differences matter.
struct ThreadCounters {
  double cpu = 0;                ///< [s]
  std::optional<double> wait{};  ///< time runnable but not running [s]
  std::int64_t voluntary_switches = 0, involuntary_switches = 0;
};
ThreadCounters thread_counters();

/// "some avg10" of /proc/pressure/cpu in percent, read at most every 100 ms a thread; nothing where
/// the kernel has no PSI.
std::optional<double> cpu_pressure();

/// "contaminated" if a gauge shows that others were in the way, "unknown" if one is missing and
/// none shows it, else "clean". Limits: wait 2 % of wall, 1 involuntary switch per 100 ms,
/// pressure 5 %.
std::string_view quality_of(const Timing& timing);

/// Reads all gauges when made and when stopped. Both on the same thread.
class Stopwatch {
 public:
  Stopwatch();
  /// [s] since it was made.
  double elapsed() const;
  Timing stop(bool isolated) const;

 private:
  std::optional<double> pressure_;
  ThreadCounters counters_;
  std::chrono::steady_clock::time_point start_;
};

/// Keeps the calling thread on the CPU it runs on, until destroyed. Does nothing where the kernel
/// refuses.
class PinnedThread {
 public:
  PinnedThread();
  ~PinnedThread();
  PinnedThread(const PinnedThread&) = delete;
  PinnedThread& operator=(const PinnedThread&) = delete;
  PinnedThread(PinnedThread&&) = delete;
  PinnedThread& operator=(PinnedThread&&) = delete;

 private:
  struct Mask;
  std::unique_ptr<Mask> before_;
};

}  // namespace dpsco
