// Instructions of small fixed kernels, by Callgrind: exact, the same on a busy machine.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "results/track/baseline.hpp"
#include "results/track/track_report.hpp"

namespace dpsco {

/// Relative rise that is a regression.
inline constexpr double counted_gate = 0.01;

/// Names that the program answers to --list with (suites/kernels/kernel_program.hpp). Throws
/// ConfigError if it can't be run or is no such program.
std::vector<std::string> kernels_of(const std::filesystem::path& program);

/// Runs every kernel of the program once under Callgrind, in a clean environment, and counts the
/// instructions inside the measured call. Throws ConfigError if valgrind or the program fails.
Counts count_kernels(const std::filesystem::path& program);

/// The "summary:" in the text of a Callgrind file: instructions. Throws ConfigError if there is
/// none.
std::int64_t instructions_in(std::string_view text);

/// One case a kernel of the baseline. With another compiler, flags, libraries or valgrind every
/// move is an advisory, since none of it need come from the sources.
void track_counts(const Counts& before, const Counts& after, TrackReport& report);

/// As accept_results, for counts.
std::size_t accept_counts(Baseline& baseline,
                          const Counts& counts,
                          const TrackReport& report,
                          std::string_view only,
                          std::string_view reason);

}  // namespace dpsco
