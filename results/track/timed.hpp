// Two binaries against each other on one machine, now: what a count of instructions can't see
// (caches, branches), as far as a shared machine lets us.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "results/tables/statistics.hpp"
#include "results/track/track_report.hpp"

namespace dpsco {

struct TimedOptions {
  int pairs = 20;              ///< of one old and one new execution; even, so that ABBA is balanced
  double seconds = 0.02;       ///< CPU time of one execution's measurement
  double level = 0.05;         ///< two-sided p below which a round says "moved"
  double least_effect = 0.01;  ///< relative; a smaller median effect is not reported as moved
};

/// What one round of pairs says. Effects are new / old - 1 of the CPU time of a call.
struct TimedRound {
  std::optional<double> p{};  ///< Wilcoxon on the pairs' log ratios
  double effect = 0;          ///< by the median log ratio
  std::optional<Interval95> interval{};
  bool moved = false;
};

/// Measures CPU seconds of a call.
using Measure = std::function<double()>;

/// One round: executions in the order old new new old ..., so that a drift of the machine falls on
/// both alike. pre: options.pairs >= 2.
TimedRound timed_round(const Measure& old_one, const Measure& new_one, const TimedOptions& options);

/// Judges a kernel. A round that says "moved" is repeated at once with fresh pairs: slower in both
/// is a regression, faster in both improved, once only an advisory.
TrackCase timed_case(const std::string& kernel,
                     const Measure& old_one,
                     const Measure& new_one,
                     const TimedOptions& options);

/// One case for each kernel that both programs have (suites/kernels/kernel_program.hpp). Kernels
/// whose name does not contain `only` are passed over. Throws ConfigError if a program fails or
/// they share none.
void track_times(const std::filesystem::path& old_program,
                 const std::filesystem::path& new_program,
                 std::string_view only,
                 const TimedOptions& options,
                 TrackReport& report);

/// CPU seconds of one call of a kernel, by a fresh process: the layout of its memory is drawn anew,
/// so a lucky one is an outlier among pairs and not a bias. Throws ConfigError.
double time_of_call(const std::filesystem::path& program,
                    const std::string& kernel,
                    double seconds);

}  // namespace dpsco
