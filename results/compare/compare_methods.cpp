#include "results/compare/compare_methods.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "framework/core/suggestion.hpp"
#include "results/compare/bootstrap.hpp"
#include "results/compare/paired_tests.hpp"
#include "results/compare/pairing.hpp"
#include "results/tables/fields.hpp"
#include "results/tables/values.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool higher_is_better(const CompareQuery& query) {
  const std::vector<std::string> known{"auto", "higher", "lower"};
  require(std::find(known.begin(), known.end(), query.better) != known.end(),
          "--better '{}': expected lower, higher or auto{}",
          query.better,
          suggestion(query.better, known));
  return query.better == "auto" ? query.value.ends_with("accuracy") : query.better == "higher";
}

/// A run's value as a loss: lower is better, a failure is infinitely bad, no number if the pair
/// can't be compared (a misfit, or a value that was never measured).
std::optional<double> score(const StoredRun& run, const RunValue& value, double sign) {
  if (is_failure(run.status)) return infinity;
  if (run.status != Status::ok) return {};
  const auto number = value.of(run);
  if (!number || std::isnan(*number)) return {};
  return sign * *number;
}

std::string why_not(const StoredRun& run, const RunValue& value) {
  if (run.status != Status::ok) return fmt::format("{}: {}", name(run.status), run.reason);
  const std::string why = value.why_missing(run);
  return why.empty() ? "it was not asked for the value" : why;
}

class Comparer {
 public:
  Comparer(const PairedRuns& paired, RunValue value, std::size_t baseline, bool higher)
      : paired_(paired), value_(std::move(value)), baseline_(baseline), sign_(higher ? -1 : 1) {}

  MethodDifference difference(std::size_t c, std::size_t m) const {
    MethodDifference found{.cell = c, .method = m};
    std::vector<double> finite, all;
    for (const auto& [repetition, run] : paired_.cells[c].methods[m])
      compare_pair(*run, repetition, found, finite, all);
    found.pairs = finite.size();
    found.sign_p = sign_test(found.wins, found.losses);
    found.wilcoxon_p = signed_rank_test(all);
    if (!finite.empty()) {
      const MedianInterval median = median_with_interval(finite);
      found.median = median.median;
      found.interval = median.interval;
      if (found.reason.empty()) found.reason = median.reason;
    } else if (found.reason.empty()) {
      found.reason = all.empty() ? "no repetition that both have run"
                                 : "no repetition where both have a value";
    }
    return found;
  }

  /// Median over repetitions; infinite if half of them failed; empty if there is none.
  std::optional<double> summary(std::size_t c, std::size_t m) const {
    std::vector<double> scores;
    for (const auto& [repetition, run] : paired_.cells[c].methods[m])
      if (const auto own = score(*run, value_, sign_)) scores.push_back(*own);
    if (scores.empty()) return {};
    return median_of(scores);
  }

 private:
  void compare_pair(const StoredRun& run,
                    const Repetition& repetition,
                    MethodDifference& found,
                    std::vector<double>& finite,
                    std::vector<double>& all) const {
    const RunsByRepetition& others = paired_.cells[found.cell].methods[baseline_];
    const auto other = others.find(repetition);
    if (other == others.end()) return;
    const auto mine = score(run, value_, sign_), theirs = score(*other->second, value_, sign_);
    if (!mine || !theirs) {
      if (found.reason.empty())
        found.reason = mine ? fmt::format("baseline {}", why_not(*other->second, value_))
                            : why_not(run, value_);
      return;
    }
    found.failed += is_failure(run.status) ? 1 : 0;
    found.baseline_failed += is_failure(other->second->status) ? 1 : 0;
    const double gap = *mine == *theirs ? 0 : *mine - *theirs;  // two failures are a tie
    (gap < 0 ? found.wins : gap > 0 ? found.losses : found.ties) += 1;
    all.push_back(gap);
    if (std::isfinite(gap) && std::isfinite(*mine)) finite.push_back(sign_ * gap);
  }

  const PairedRuns& paired_;
  RunValue value_;
  std::size_t baseline_;
  double sign_;
};

void adjust(std::vector<MethodDifference>& differences) {
  std::vector<std::optional<double>> sign, wilcoxon;
  for (const MethodDifference& each : differences) {
    sign.push_back(each.sign_p);
    wilcoxon.push_back(each.wilcoxon_p);
  }
  const auto sign_holm = holm(sign), wilcoxon_holm = holm(wilcoxon);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    differences[i].sign_holm = sign_holm[i];
    differences[i].wilcoxon_holm = wilcoxon_holm[i];
  }
}

void count_cells(Comparison& comparison) {
  comparison.overall.resize(comparison.methods.size());
  for (const MethodDifference& each : comparison.differences) {
    MethodOverall& overall = comparison.overall[each.method];
    if (each.wins + each.ties + each.losses == 0) {
      ++overall.not_compared;
    } else if (!(each.wilcoxon_holm.value_or(1) < compare_level)) {
      ++overall.even;
    } else {
      // Signed ranks say that there is a shift; the median says where to. Failures on one side
      // only have no median: there the counts say it.
      const double sign = comparison.higher_is_better ? -1 : 1;
      const double shift = each.median && *each.median != 0
                               ? sign * *each.median
                               : double(each.losses) - double(each.wins);
      ++(shift < 0 ? overall.better : overall.worse);
    }
  }
}

void add_legend(Comparison& comparison, const RunValue& value, const PairedRuns& paired) {
  auto& legend = comparison.legend;
  legend.push_back(fmt::format("value: {} ({}), {} is better",
                               value.name,
                               value.meaning,
                               comparison.higher_is_better ? "higher" : "lower"));
  legend.push_back(fmt::format(
      "difference: median of (method - {}) over repetitions that both finished, on the same data; "
      "interval: 95 %, BCa bootstrap, {} resamples, fixed draws",
      comparison.baseline,
      bca_resamples));
  legend.emplace_back(
      "W/T/L: repetitions won, tied, lost; failing (diverged, failed, timeout) where the other "
      "does "
      "not is a loss, and the largest one for the tests");
  legend.push_back(
      fmt::format("p: two-sided, exact up to {} pairs; Holm: adjusted over the {} comparisons here",
                  exact_signed_ranks,
                  comparison.differences.size()));
  if (paired.by_accountant)
    legend.emplace_back(
        "calibrate: some method was run under several accountants on one problem, so only runs "
        "under the same one are compared; --where calibrate!=NAME leaves one out");
  if (paired.superseded > 0)
    legend.push_back(fmt::format("left out: {} older runs of a repetition that has a newer one",
                                 paired.superseded));
}

}  // namespace

Comparison compare_methods(std::span<const StoredRun> runs,
                           const CompareQuery& query,
                           const PlanOrder& plan) {
  require(!runs.empty(), "there are no results to compare yet: run the grid first");
  std::vector<const StoredRun*> chosen = filtered(runs, query.where);
  std::erase_if(chosen, [](const StoredRun* run) { return run->status == Status::cancelled; });
  require(!chosen.empty(), "no finished run meets --where {}", fmt::join(query.where, " --where "));
  const RunValue value = value_named(query.value, chosen);
  const PairedRuns paired = paired_runs(chosen, plan);
  const auto found = std::find(paired.methods.begin(), paired.methods.end(), query.baseline);
  require(found != paired.methods.end(),
          "no run has the label '{}' to be the baseline{}",
          query.baseline,
          did_you_mean(query.baseline, paired.methods));
  require(
      paired.methods.size() > 1, "only '{}' was run: nothing to compare it with", query.baseline);
  const auto baseline = std::size_t(found - paired.methods.begin());

  Comparison comparison{.baseline = query.baseline,
                        .value = query.value,
                        .higher_is_better = higher_is_better(query),
                        .methods = paired.methods};
  const Comparer comparer(paired, value, baseline, comparison.higher_is_better);
  Scores complete, positive;
  for (std::size_t c = 0; c < paired.cells.size(); ++c) {
    comparison.cells.push_back(paired.cells[c].name);
    std::vector<double> scores;
    for (std::size_t m = 0; m < paired.methods.size(); ++m) {
      if (m != baseline) comparison.differences.push_back(comparer.difference(c, m));
      if (const auto own = comparer.summary(c, m)) scores.push_back(*own);
    }
    if (scores.size() == paired.methods.size()) {
      // A ratio of values of which more is better: best over own, so that 1 still is the best.
      std::vector<double> inverted = scores;
      if (comparison.higher_is_better)
        for (double& own : inverted) own = own < 0 ? -1 / own : infinity;
      complete.push_back(std::move(scores));
      positive.push_back(std::move(inverted));
    } else {
      ++comparison.incomplete_cells;
    }
  }
  adjust(comparison.differences);
  count_cells(comparison);
  comparison.profile = performance_profile(positive);
  comparison.ranks = mean_ranks(complete);
  add_legend(comparison, value, paired);
  return comparison;
}

}  // namespace dpsco
