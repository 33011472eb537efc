#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "results/journal/stored_run.hpp"
#include "results/tables/plan_order.hpp"

namespace dpsco {

/// A repetition that methods share: the same data, order and start.
struct Repetition {
  std::string seed{};
  std::int64_t number = 0;
  bool operator<(const Repetition& other) const {
    return std::tie(seed, number) < std::tie(other.seed, other.number);
  }
};

using RunsByRepetition = std::map<Repetition, const StoredRun*>;

/// Runs that pose one problem: all fields equal but those of the method.
struct ProblemCell {
  std::string name{};  ///< the fields that differ between cells, "d=10 epsilon=1"
  std::vector<RunsByRepetition> methods{};  ///< [PairedRuns::methods]; empty if it was not run here
};

struct PairedRuns {
  std::vector<std::string> methods{};  ///< labels in plan order
  std::vector<ProblemCell> cells{};    ///< in plan order
  std::size_t superseded = 0;          ///< older runs of a repetition that has a newer one
  bool by_accountant = false;  ///< `calibrate` tells cells apart, see calibrate_is_of_method
};

/// Sorts runs by cell, label and repetition; the newest run of a repetition counts. Throws
/// ConfigError if runs of one cell, label and repetition differ in a parameter of the algorithm (it
/// names the parameter and how to choose).
PairedRuns paired_runs(std::span<const StoredRun* const> runs, const PlanOrder& plan);

/// What was run but for the repetition and the seed, as text: runs of one setting are one sample.
std::string setting_of(const StoredRun& run);

/// What was run, without the keys: all that decides a run's numbers but the plug-ins' versions, as
/// text. Equal for runs of two builds that mean the same.
std::string experiment_of(const StoredRun& run);

}  // namespace dpsco
