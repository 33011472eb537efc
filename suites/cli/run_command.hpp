// Running a grid: what `dpsco run` and every suite's main share.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "framework/grid/cell.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Command line of a run. Empty or 0: as the grid says, else the default.
struct RunFlags {
  std::string out{}, profile{}, filter{}, memory{}, rerun{}, data_dir{};
  std::string progress = "auto";
  std::vector<std::string> sets{};
  int threads = 0, threads_per_run = 0;
  std::int64_t trajectory = -1;  ///< negative: as the grid says
  double timeout = 0;
  bool serial = false, isolated = false, fail_fast = false, dry_run = false, fresh = false,
       large = false;
};

/// Adds the flags of RunFlags to a command.
void add_run_flags(CLI::App& app, RunFlags& flags);

/// A grid text with its name for messages and, once read, its cells.
struct PlannedGrid {
  std::string suite{};
  std::vector<Cell> cells{};
  double timeout = 0;      ///< [s]; 0: none
  std::size_t memory = 0;  ///< [bytes]
  int threads = 0, threads_per_run = 1;
  std::int64_t trajectory = 0;
  std::vector<std::string> notes{};
};

/// Reads, overrides, expands and filters. Throws ConfigError. Sets the search path for data.
PlannedGrid plan_grid(const std::string& text,
                      const std::string& source,
                      const RunFlags& flags,
                      const Catalog& catalog);

/// Runs what is not finished in flags.out (default out/SUITE) and says on stderr what happened.
/// Returns the exit code: 0, 1 if a run failed or timed out, 130 if interrupted. With --dry-run
/// prints the plan to stdout instead.
int run_grid(const PlannedGrid& grid, const RunFlags& flags, const Catalog& catalog);

/// Where the results of this run lie.
std::string out_folder(const PlannedGrid& grid, const RunFlags& flags);

}  // namespace dpsco
