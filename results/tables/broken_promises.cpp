#include "results/tables/broken_promises.hpp"

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

}  // namespace

std::vector<BrokenPromise> broken_promises(std::span<const StoredRun> runs,
                                           const std::map<std::string, std::string>& metric_of) {
  std::vector<const StoredRun*> finished;
  for (const StoredRun& run : runs)
    if (run.status == Status::ok) finished.push_back(&run);
  const std::vector<RunField> fields = identity_fields(finished);
  // By label, cell and bound, in this order.
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<double>> differences;
  for (const StoredRun* run : finished) {
    if (run->bounds.empty()) continue;
    const std::string cell = describe(*run, fields);
    for (const auto& [bound, promised] : run->bounds) {
      const auto metric = metric_of.find(bound);
      if (metric == metric_of.end()) continue;
      const auto measured = run->metrics.find(metric->second);
      if (measured == run->metrics.end()) continue;
      differences[{run->label, cell, bound}].push_back(measured->second - promised);
    }
  }
  std::vector<BrokenPromise> broken;
  for (const auto& [where, values] : differences) {
    const MeanInterval mean = mean_interval(values);
    if (!mean.interval || mean.interval->low <= 0) continue;
    const auto& [label, cell, bound] = where;
    broken.push_back({.label = label,
                      .cell = cell,
                      .bound = bound,
                      .metric = metric_of.at(bound),
                      .excess = mean.mean,
                      .low = mean.interval->low,
                      .runs = values.size()});
  }
  return broken;
}

}  // namespace dpsco
