// Methods against a baseline on the same problems: every repetition of a cell gives methods the
// same data and order, so what is compared are differences within repetitions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/compare/ranks.hpp"
#include "results/journal/stored_run.hpp"
#include "results/tables/plan_order.hpp"
#include "results/tables/statistics.hpp"

namespace dpsco {

struct CompareQuery {
  std::string baseline{};                        ///< label
  std::string value = "excess_population_risk";  ///< see value_named
  std::vector<std::string> where{};              ///< conditions, see filtered
  std::string better = "auto";                   ///< lower, higher, or auto: higher for *accuracy
};

/// One method against the baseline in one cell.
struct MethodDifference {
  std::size_t cell = 0, method = 0;
  std::size_t pairs = 0;           ///< repetitions in which both have the value
  std::optional<double> median{};  ///< of method - baseline over these pairs, in the value's unit
  std::optional<Interval95> interval{};        ///< 95 %, BCa bootstrap
  std::size_t wins = 0, ties = 0, losses = 0;  ///< repetitions; to fail where the other does not is
                                               ///< to lose
  std::size_t failed = 0, baseline_failed = 0;
  std::optional<double> sign_p{}, wilcoxon_p{};        ///< two-sided; failures count as the worst
  std::optional<double> sign_holm{}, wilcoxon_holm{};  ///< adjusted over the whole comparison
  std::string reason{};                                ///< what is missing, and why; often empty
};

/// A method over all cells.
struct MethodOverall {
  std::size_t better = 0, even = 0, worse = 0;  ///< cells, by adjusted Wilcoxon p at 5 %
  std::size_t not_compared = 0;                 ///< cells without a pair
};

struct Comparison {
  std::string baseline{}, value{};
  bool higher_is_better = false;
  std::vector<std::string> methods{};  ///< with the baseline
  std::vector<std::string> cells{};
  std::vector<MethodDifference> differences{};  ///< by cell, then method; not the baseline
  std::vector<MethodOverall> overall{};         ///< [methods]; the baseline's is empty
  PerformanceProfile profile{};                 ///< of medians over repetitions
  MeanRanks ranks{};                 ///< of the same medians, over cells with all methods
  std::size_t incomplete_cells = 0;  ///< not ranked: some method was not run there
  std::vector<std::string> legend{};
};

/// Adjusted p below which a cell counts as better or worse.
inline constexpr double compare_level = 0.05;

/// Throws ConfigError on an unknown baseline, value, field or direction, if no run is left, or if
/// the baseline is the only method.
Comparison compare_methods(std::span<const StoredRun> runs,
                           const CompareQuery& query,
                           const PlanOrder& plan);

/// `format` is text, md or json (docs/results.md). Throws ConfigError naming the nearest.
std::string comparison_as(std::string_view format, const Comparison& comparison);

}  // namespace dpsco
