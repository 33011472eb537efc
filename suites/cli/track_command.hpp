// dpsco track record | compare | accept | history: are the results still what they were?
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "results/track/history.hpp"
#include "results/track/timed.hpp"

namespace dpsco {

struct TrackFlags {
  std::string out{};                         ///< folder of a run of the baseline's grid
  std::string baseline{};                    ///< JSON, results/baselines
  std::string kernels{};                     ///< program to count
  std::string old_program{}, new_program{};  ///< programs to time against each other
  std::string benchmarks{};                  ///< Google Benchmark's JSON, for the history
  std::string history{};                     ///< SQLite
  std::string only{}, reason{};
  std::string format = "text", md{}, junit{}, json{};  ///< of stdout; files beside it
  TimedOptions timed{};
  ChangePointOptions change_points{};
};

/// Adds the command and its four subcommands; `flags` must outlive the parsing.
CLI::App* add_track_command(CLI::App& app, TrackFlags& flags);

/// Runs the chosen subcommand. Returns 0, or 3 on a regression. Throws ConfigError.
int run_track(const CLI::App& track, const TrackFlags& flags);

}  // namespace dpsco
