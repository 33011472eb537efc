// Two journals of the same experiments: what did another build, machine or version change?
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/journal/journal_reader.hpp"
#include "results/tables/statistics.hpp"

namespace dpsco {

/// Old and new run of one cell.
struct RunPair {
  const StoredRun* before = nullptr;
  const StoredRun* after = nullptr;
};

struct RunPairs {
  std::vector<RunPair> pairs{};  ///< in the order of the old runs
  std::size_t by_key = 0;        ///< pairs with the same key; the others mean the same experiment
  std::vector<const StoredRun*> only_before{}, only_after{};
};

/// Pairs runs by key and, where a key has no partner (a plug-in's version moved), by what was run
/// (experiment_of). Cancelled runs are passed over. The runs must outlive the result.
RunPairs pair_runs(std::span<const StoredRun> before, std::span<const StoredRun> after);

/// How one value of one label moved, over the pairs in which it is a number on both sides.
struct ValueChange {
  std::string label{}, value{};  ///< a metric, or epsilon/ACCOUNTANT
  std::size_t pairs = 0, moved = 0;
  double median = 0;                     ///< of new - old over all pairs
  std::optional<Interval95> interval{};  ///< 95 %, BCa bootstrap
  double largest_relative = 0;  ///< |new - old| / max(|old|, |new|); infinite to finite counts as 1
  std::string largest_key{};    ///< new key of the run where that happened
  std::optional<double> wilcoxon_p{};  ///< of the differences, two-sided
};

struct StatusChange {
  std::string label{}, before{}, after{};
  std::string reason{};  ///< of the first new run
  std::size_t runs = 0;
};

struct JournalDifference {
  std::size_t pairs = 0, by_key = 0, only_before = 0, only_after = 0;
  std::size_t equal_digests = 0, other_digests = 0;  ///< among pairs with the same key
  std::size_t other_digests_same_build = 0;  ///< of these: one build that is not deterministic
  std::vector<std::string> builds_before{}, builds_after{};  ///< build ids
  std::vector<StatusChange> statuses{};
  std::vector<ValueChange> values{};  ///< by label, then value; those that did not move as well
};

/// Throws ConfigError if the two share no experiment.
JournalDifference compare_journals(const Journal& before, const Journal& after);

/// `format` is text, md or json (docs/results.md). Throws ConfigError naming the nearest.
std::string difference_as(std::string_view format, const JournalDifference& difference);

/// |a - b| / max(|a|, |b|); 0 for equal values, 1 if only one is finite. pre: no NaN.
double relative_gap(double a, double b);

}  // namespace dpsco
