#include "results/track/track_results.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "results/compare/bootstrap.hpp"
#include "results/compare/compare_journals.hpp"
#include "results/compare/paired_tests.hpp"
#include "results/compare/pairing.hpp"
#include "results/journal/run_line.hpp"

namespace dpsco {

namespace {

/// A stored run and what a later build made of it; null if it is missing.
struct Pair {
  const BaselineRun* before = nullptr;
  const StoredRun* after = nullptr;
};

class Partners {
 public:
  explicit Partners(std::span<const StoredRun> runs) {
    for (const StoredRun& run : runs) {
      if (run.status == Status::cancelled) continue;
      by_key_.insert_or_assign(run.key, &run);
      by_experiment_.insert_or_assign(experiment_of(run), &run);
    }
  }

  std::vector<Pair> of(const BaselineSetting& setting) const {
    std::vector<Pair> pairs;
    for (const BaselineRun& run : setting.runs) pairs.push_back({&run, of(setting, run)});
    return pairs;
  }

  const StoredRun* of(const BaselineSetting& setting, const BaselineRun& run) const {
    if (const auto found = by_key_.find(run.key); found != by_key_.end()) return found->second;
    const auto found = by_experiment_.find(
        fmt::format("{} repetition={} seed={}", setting.setting, run.repetition, run.seed));
    return found == by_experiment_.end() ? nullptr : found->second;
  }

 private:
  std::unordered_map<std::string, const StoredRun*> by_key_, by_experiment_;
};

double number_of(const Numbers& numbers, const std::string& name) {
  const auto found = numbers.find(name);
  return found == numbers.end() ? std::nan("") : found->second;
}

/// Missing, other status, other digest by the same build: what no statistics is needed for.
TrackCase runs_case(const BaselineSetting& setting, std::span<const Pair> pairs) {
  TrackCase found{.kind = "accuracy", .subject = setting.name + ": runs"};
  std::size_t missing = 0, status = 0, unequal = 0;
  std::string first;
  for (const auto& [before, after] : pairs) {
    if (after == nullptr) {
      ++missing;
    } else if (name(after->status) != before->status) {
      if (status++ == 0)
        first = fmt::format("{} -> {}{}",
                            before->status,
                            name(after->status),
                            after->reason.empty() ? "" : ": " + after->reason);
    } else if (after->key == before->key && after->build == before->build &&
               after->digest != before->digest) {
      ++unequal;
    }
  }
  if (missing > 0) found.what = fmt::format("{} of {} runs are missing; ", missing, pairs.size());
  if (status > 0) found.what += fmt::format("status of {} runs {}; ", status, first);
  if (unequal > 0)
    found.what += fmt::format("not deterministic: {} digests of one build differ; ", unequal);
  if (found.what.empty()) return found;
  found.what.resize(found.what.size() - 2);
  found.verdict = Verdict::regression;
  return found;
}

/// A metric of a setting that moved by more than rounding: waits for the others to be judged.
struct Moved {
  std::size_t place = 0;  ///< of its case in the report
  std::vector<double> differences{};
  std::optional<double> p{};
};

/// The case of one metric; appends to `moved` if statistics has to say more.
TrackCase metric_case(const BaselineSetting& setting,
                      std::span<const Pair> pairs,
                      const std::string& metric,
                      std::size_t place,
                      std::vector<Moved>& moved) {
  TrackCase found{.kind = "accuracy", .subject = setting.name + ": " + metric};
  std::vector<double> before, after, differences;
  std::size_t beyond_rounding = 0, lost = 0;
  for (const auto& [old_run, new_run] : pairs) {
    const double old_number = number_of(old_run->metrics, metric);
    if (new_run == nullptr || std::isnan(old_number)) continue;
    const double new_number = number_of(new_run->metrics, metric);
    if (std::isnan(new_number)) {
      ++lost;
      continue;
    }
    before.push_back(old_number);
    after.push_back(new_number);
    const bool rounding = relative_gap(old_number, new_number) <= rounding_tolerance;
    differences.push_back(rounding ? 0 : new_number - old_number);
    beyond_rounding += rounding ? 0 : 1;
  }
  if (!before.empty()) {
    found.before = median_of(before);
    found.after = median_of(after);
  }
  if (lost > 0) {
    found.verdict = Verdict::regression;
    found.what = fmt::format("{} runs have no value any more", lost);
  } else if (beyond_rounding > 0) {
    moved.push_back(
        {.place = place, .differences = differences, .p = signed_rank_test(differences)});
  }
  return found;
}

void judge(const Moved& moved, const std::optional<double>& adjusted, TrackCase& found) {
  const auto beyond = std::count_if(
      moved.differences.begin(), moved.differences.end(), [](double x) { return x != 0; });
  const MedianInterval shift = median_with_interval(moved.differences);
  const std::string interval =
      shift.interval ? fmt::format(" [{:+.4g}, {:+.4g}]", shift.interval->low, shift.interval->high)
                     : "";
  const bool significant = adjusted.value_or(1) < accuracy_level;
  found.verdict = significant ? Verdict::regression : Verdict::advisory;
  found.what = fmt::format(
      "{} of {} runs moved, median {:.6g} -> {:.6g}, paired difference {:+.4g}{}, Wilcoxon p = "
      "{:.2g} "
      "(Holm {:.2g}){}",
      beyond,
      moved.differences.size(),
      *found.before,
      *found.after,
      shift.median,
      interval,
      moved.p.value_or(1),
      adjusted.value_or(1),
      significant ? "" : ": may be chance");
}

std::set<std::string> names_in(std::span<const Pair> pairs,
                               Numbers BaselineRun::*before,
                               Numbers StoredRun::*after) {
  std::set<std::string> names;
  for (const auto& [old_run, new_run] : pairs) {
    for (const auto& [name, number] : old_run->*before) names.insert(name);
    if (new_run == nullptr) continue;
    for (const auto& [name, number] : new_run->*after) names.insert(name);
  }
  return names;
}

TrackCase epsilon_case(const BaselineSetting& setting,
                       std::span<const Pair> pairs,
                       const std::string& accountant) {
  TrackCase found{.kind = "privacy", .subject = setting.name + ": epsilon/" + accountant};
  std::size_t moved = 0, lost = 0, fresh = 0;
  double largest = 0;
  for (const auto& [old_run, new_run] : pairs) {
    if (new_run == nullptr) continue;
    const double before = number_of(old_run->epsilons, accountant);
    const double after = number_of(new_run->epsilons, accountant);
    if (std::isnan(before)) {
      fresh += std::isnan(after) ? 0 : 1;
      continue;
    }
    if (std::isnan(after)) {
      ++lost;
      continue;
    }
    const double gap = relative_gap(before, after);
    moved += gap > rounding_tolerance ? 1 : 0;
    if (!found.before || gap > largest) {
      found.before = before;
      found.after = after;
      largest = gap;
    }
  }
  if (moved > 0) {
    found.verdict = Verdict::regression;
    found.what = fmt::format("epsilon moved in {} of {} runs, most from {} to {}",
                             moved,
                             pairs.size(),
                             *found.before,
                             *found.after);
    if (std::isfinite(*found.before) && std::isfinite(*found.after) && *found.before > 0)
      found.what += fmt::format(" ({:+.3g} %)", 100 * (*found.after / *found.before - 1));
  } else if (lost > 0) {
    found.verdict = Verdict::regression;
    found.what = fmt::format("{} runs are no longer priced", lost);
  } else if (fresh > 0) {
    found.verdict = Verdict::advisory;
    found.what = fmt::format("new: {} runs have a price now that had none", fresh);
  }
  return found;
}

void note_new_settings(const Baseline& baseline,
                       std::span<const StoredRun> runs,
                       TrackReport& report) {
  std::unordered_set<std::string> known;
  for (const BaselineSetting& setting : baseline.settings) known.insert(setting.setting);
  std::set<std::string> fresh;
  for (const StoredRun& run : runs)
    if (run.status != Status::cancelled && !known.contains(setting_of(run)))
      fresh.insert(run.label);
  for (const std::string& label : fresh)
    report.notes.push_back(fmt::format(
        "{} has settings that the baseline does not know: `dpsco track record` adds them", label));
}

bool same_numbers(const Numbers& a, const Numbers& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](auto& x, auto& y) {
           return x.first == y.first && relative_gap(x.second, y.second) <= rounding_tolerance;
         });
}

/// Takes one aspect of a setting from its new runs.
void take(BaselineSetting& setting, const Partners& partners, const TrackCase& each) {
  const std::string aspect = each.subject.substr(setting.name.size() + 2);
  std::vector<BaselineRun> kept;
  for (BaselineRun run : setting.runs) {
    const StoredRun* const after = partners.of(setting, run);
    if (after == nullptr && aspect == "runs") continue;  // they are gone, and that is accepted
    if (after != nullptr) {
      if (each.kind == "privacy") {
        const std::string accountant = aspect.substr(std::string_view("epsilon/").size());
        const double number = number_of(after->epsilons, accountant);
        run.epsilons.erase(accountant);
        if (!std::isnan(number)) run.epsilons[accountant] = number;
      } else if (aspect == "runs") {
        run.status = name(after->status);
        run.reason = after->reason;
      } else {
        const double number = number_of(after->metrics, aspect);
        run.metrics.erase(aspect);
        if (!std::isnan(number)) run.metrics[aspect] = number;
      }
      // The digest speaks for status and metrics together, so it waits until all of them are taken.
      if (run.status == name(after->status) && same_numbers(run.metrics, after->metrics)) {
        run.key = after->key;
        run.build = after->build;
        run.digest = after->digest;
      }
    }
    kept.push_back(std::move(run));
  }
  setting.runs = std::move(kept);
}

}  // namespace

void track_accuracy(const Baseline& baseline,
                    std::span<const StoredRun> runs,
                    TrackReport& report) {
  const Partners partners(runs);
  std::vector<Moved> moved;
  for (const BaselineSetting& setting : baseline.settings) {
    const std::vector<Pair> pairs = partners.of(setting);
    report.cases.push_back(runs_case(setting, pairs));
    for (const std::string& metric : names_in(pairs, &BaselineRun::metrics, &StoredRun::metrics)) {
      const bool known = std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
        return pair.before->metrics.contains(metric);
      });
      if (known)
        report.cases.push_back(metric_case(setting, pairs, metric, report.cases.size(), moved));
    }
  }
  std::vector<std::optional<double>> p;
  p.reserve(moved.size());
  for (const Moved& each : moved) p.push_back(each.p);
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < moved.size(); ++i)
    judge(moved[i], adjusted[i], report.cases[moved[i].place]);
  note_new_settings(baseline, runs, report);
}

void track_privacy(const Baseline& baseline, std::span<const StoredRun> runs, TrackReport& report) {
  const Partners partners(runs);
  for (const BaselineSetting& setting : baseline.settings) {
    const std::vector<Pair> pairs = partners.of(setting);
    for (const std::string& accountant :
         names_in(pairs, &BaselineRun::epsilons, &StoredRun::epsilons))
      report.cases.push_back(epsilon_case(setting, pairs, accountant));
  }
}

std::size_t accept_results(Baseline& baseline,
                           std::span<const StoredRun> runs,
                           const TrackReport& report,
                           std::string_view only,
                           std::string_view reason) {
  const Partners partners(runs);
  std::size_t accepted = 0;
  for (const TrackCase& each : report.cases) {
    if (each.verdict == Verdict::same || each.subject.find(only) == std::string::npos) continue;
    if (each.kind != "accuracy" && each.kind != "privacy") continue;
    const auto setting = std::find_if(
        baseline.settings.begin(), baseline.settings.end(), [&](const BaselineSetting& known) {
          return each.subject.starts_with(known.name + ": ");
        });
    if (setting == baseline.settings.end()) continue;
    take(*setting, partners, each);
    baseline.accepted.push_back({.when = utc_text(std::chrono::system_clock::now()),
                                 .kind = each.kind,
                                 .subject = each.subject,
                                 .what = each.what,
                                 .reason = std::string(reason)});
    ++accepted;
  }
  std::erase_if(baseline.settings, [](const auto& setting) { return setting.runs.empty(); });
  return accepted;
}

}  // namespace dpsco
