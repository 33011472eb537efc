// What the results were when somebody last looked: the committed file that later builds are held
// to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "results/journal/stored_run.hpp"
#include "results/tables/plan_order.hpp"

namespace dpsco {

/// One run, without what may differ between two executions of one build.
struct BaselineRun {
  std::int64_t repetition = 0;
  std::string seed{}, key{}, build{}, digest{};
  std::string status{}, reason{};
  Numbers metrics{};
  Numbers epsilons{};  ///< by accountant; may be infinite
};

/// Runs that differ in repetition and seed alone.
struct BaselineSetting {
  std::string name{};               ///< for people: label and the fields that vary in the grid
  std::string setting{};            ///< setting_of, what is matched
  std::vector<BaselineRun> runs{};  ///< by repetition, then seed
};

/// Instruction counts and what they depend on.
struct Counts {
  std::map<std::string, std::string> context{};  ///< compiler, flags, glibc, valgrind, ...
  std::map<std::string, std::int64_t> kernels{};
};

/// A change that somebody took responsibility for.
struct AcceptedChange {
  std::string when{};  ///< UTC
  std::string kind{}, subject{}, what{}, reason{};
};

struct Baseline {
  std::string suite{}, recorded{}, commit{};
  std::vector<BaselineSetting> settings{};  ///< in plan order
  Counts counts{};
  std::vector<AcceptedChange> accepted{};  ///< oldest first
};

/// Version of the file.
inline constexpr int baseline_schema = 1;

/// The settings of these runs. Cancelled runs are left out. Throws ConfigError if a value moved in
/// every repetition of a setting could not be told from chance: the smallest p of n pairs,
/// 2^(1-n), times the number of tests has to be below accuracy_level.
std::vector<BaselineSetting> settings_of(std::span<const StoredRun> runs, const PlanOrder& plan);

/// Throws ConfigError if the file can't be read, is no baseline, or is newer than this build.
Baseline read_baseline(const std::filesystem::path& file);
/// Written beside and renamed; a line a run, so that a change shows in a diff. Throws ConfigError.
void write_baseline(const std::filesystem::path& file, const Baseline& baseline);

}  // namespace dpsco
