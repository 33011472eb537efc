#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/contracts.hpp"
#include "framework/grid/cell.hpp"

namespace dpsco {

enum class Status { ok, diverged, skipped, infeasible, failed, timeout, cancelled };
std::string_view name(Status status);
/// Throws ConfigError naming the nearest status.
Status status_named(std::string_view name);

/// Gauges of one run. A wall time from throughput mode is contaminated by its neighbours: never
/// shown as a run time. Unknown gauges stay empty, and unknown is not clean.
struct Timing {
  bool isolated = false;         ///< one run at a time, pinned; else `throughput`
  double wall = 0;               ///< [s]
  double cpu = 0;                ///< thread CPU [s]
  std::optional<double> wait{};  ///< run-queue wait [s], /proc/thread-self/schedstat
  std::int64_t voluntary_switches = 0, involuntary_switches = 0;
  std::optional<double> pressure{};  ///< /proc/pressure/cpu "some avg10" [%]
  std::string quality = "unknown";   ///< clean | contaminated | unknown
};

/// What was measured after one round.
struct TrajectoryPoint {
  std::int64_t round = 0;
  std::map<std::string, double> values{};  ///< the cell's metrics, sent_bytes, realised_loss
};

/// One finished cell, whatever its status.
struct Record {
  Cell cell{};
  Status status = Status::failed;
  std::string reason{};  ///< why not ok, a sentence; "oom" for bad_alloc
  Index n = 0, d = 0;
  std::string data_hash{};                   ///< Dataset::content_hash; empty for synthetic data
  std::string radius_mark{};                 ///< declared | oracle
  std::map<std::string, double> schedule{};  ///< what was planned
  std::string ledger{};                      ///< canonical JSON; the journal stores it once by hash
  std::map<std::string, Outcome<Price>> accounts{};
  std::map<std::string, Outcome<double>> bounds{};
  std::map<std::string, int> bound_versions{};  ///< Card::version of each of bounds
  std::map<std::string, Outcome<double>> metrics{};
  std::map<std::string, std::vector<std::pair<std::string, double>>> bound_terms{};
  std::vector<TrajectoryPoint> trajectory{};  ///< thinned; empty unless asked for
  std::optional<double> optimum_gap{};        ///< certificate of the reference, if a metric used it
  std::int64_t gradients = 0;
  Timing timing{};
  std::optional<std::chrono::system_clock::time_point> started{}, finished{};  ///< UTC
  std::string digest{};  ///< SHA-256 of key, status and metrics: what must not depend on threads
};

}  // namespace dpsco
