#include "results/tables/broken_promises.hpp"

#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "results/tables/fields.hpp"
#include "results/tables/statistics.hpp"

namespace dpsco {

namespace {

/// "d = 1000, epsilon = 1": the values of these fields, the label aside.
std::string describe(const StoredRun& run, std::span<const RunField> fields) {
  std::string text;
  for (const RunField& field : fields) {
    if (field.name == "label") continue;
    if (const auto value = field.of(run))
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", field.name, to_text(*value));
  }
  return text;
}

/// What the repetitions of a cell say of one bound.
struct Evidence {
  std::vector<double> differences{};  ///< risk - bound of ok runs
  std::size_t diverged = 0;
  std::size_t without_metric = 0;  ///< ok runs
  std::string reason{};            ///< why the first diverged
  std::string missing{};           ///< why an ok run has no such metric, if it was asked for
};

void add(Evidence& evidence, const StoredRun& run, const std::string& metric, double promised) {
  if (run.status == Status::diverged) {
    if (evidence.diverged++ == 0) evidence.reason = run.reason;
    return;
  }
  if (run.status != Status::ok) return;
  const auto measured = run.metrics.find(metric);
  if (measured != run.metrics.end()) {
    evidence.differences.push_back(measured->second - promised);
    return;
  }
  ++evidence.without_metric;
  if (const auto why = run.missing.find(metric); why != run.missing.end())
    evidence.missing = why->second;
}

/// Why the cell's promise can't be judged. pre: none of its runs diverged, at most one was
/// measured.
std::string why_unjudged(const Evidence& evidence,
                         const std::string& bound,
                         const std::string& metric) {
  if (!evidence.differences.empty()) return "one finished run has no interval";
  if (!evidence.missing.empty())
    return fmt::format(
        "the metric {} of the bound {} has no value: {}", metric, bound, evidence.missing);
  if (evidence.without_metric > 0)
    return fmt::format("the metric {} of the bound {} is not among theirs", metric, bound);
  return "no run of theirs finished";
}

}  // namespace

JudgedPromises judge_promises(std::span<const StoredRun> runs,
                              const std::map<std::string, std::string>& metric_of) {
  std::vector<const StoredRun*> promised;  // runs that carry a bound
  for (const StoredRun& run : runs)
    if (!run.bounds.empty()) promised.push_back(&run);
  const std::vector<RunField> fields = identity_fields(promised);
  // By label, cell and bound, in this order.
  std::map<std::tuple<std::string, std::string, std::string>, Evidence> found;
  for (const StoredRun* run : promised) {
    const std::string cell = describe(*run, fields);
    for (const auto& [bound, value] : run->bounds) {
      const auto metric = metric_of.find(bound);
      // An infinite bound promises nothing.
      if (metric == metric_of.end() || !std::isfinite(value)) continue;
      add(found[{run->label, cell, bound}], *run, metric->second, value);
    }
  }
  JudgedPromises judged;
  std::map<std::string, std::size_t> unjudged;
  for (const auto& [where, evidence] : found) {
    const auto& [label, cell, bound] = where;
    const std::string& metric = metric_of.at(bound);
    const std::size_t measured = evidence.differences.size();
    double excess = 0, low = 0;
    if (measured > 0) {
      const MeanInterval mean = mean_interval(evidence.differences);
      excess = mean.mean;
      if (mean.interval) low = mean.interval->low;
    }
    if (evidence.diverged > 0 || low > 0) {
      judged.broken.push_back({.label = label,
                               .cell = cell,
                               .bound = bound,
                               .metric = metric,
                               .excess = excess,
                               .low = low,
                               .runs = measured,
                               .diverged = evidence.diverged,
                               .reason = evidence.reason});
    } else if (measured < 2) {  // no interval
      ++unjudged[why_unjudged(evidence, bound, metric)];
    }
  }
  for (const auto& [reason, cells] : unjudged) judged.unjudged.push_back({reason, cells});
  return judged;
}

}  // namespace dpsco
