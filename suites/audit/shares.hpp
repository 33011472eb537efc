// Wall time of an audit: how long it may take, and how many runs that buys each row.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace dpsco {

/// Runs on each data set: enough for a bound at all, and what fits in memory.
constexpr std::int64_t fewest_audit_runs = 1000, most_audit_runs = 20'000'000;

/// Seconds of "90", "90s", "5m" or "1h". Throws ConfigError on anything else.
double seconds_of(const std::string& duration);

/// Shares a wall-time budget evenly among what is left to do.
class Shares {
 public:
  Shares(double seconds, std::size_t rows) : seconds_(seconds), left_(rows) {}
  /// The next row starts now, with its share of what is left.
  void begin_row();
  /// Since the row began.
  double row_seconds() const;
  /// As many runs as the row's share still allows, two significant digits, within
  /// [fewest_audit_runs, most_audit_runs].
  std::int64_t runs(double seconds_a_run) const;

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_;
  std::size_t left_;
  double share_ = 0;
  Clock::time_point start_ = Clock::now(), row_start_ = start_;
};

}  // namespace dpsco
