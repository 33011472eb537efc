#include "results/tables/oracle_pool.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

namespace dpsco {

namespace {

using Circumstances = std::vector<std::optional<FieldValue>>;

/// What an untuned run shares with the tuned ones of its method.
std::vector<RunField> shared_fields(std::span<const StoredRun* const> runs) {
  std::vector<RunField> fields = identity_fields(runs);
  std::erase_if(fields, [](const RunField& field) {
    return field.name == "calibrate" ||
           (is_of_algorithm(field.name) && field.name != "algorithm.name");
  });
  return fields;
}

Circumstances circumstances_of(const StoredRun& run,
                               std::string_view method,
                               const std::vector<RunField>& fields) {
  Circumstances values{FieldValue(std::string(method))};
  for (const RunField& field : fields) values.push_back(field.of(run));
  return values;
}

}  // namespace

std::vector<StoredRun> untuned_for_oracles(std::span<const StoredRun> runs,
                                           std::span<const StoredRun* const> shown,
                                           const RunFilter& filter) {
  std::vector<const StoredRun*> all;
  all.reserve(runs.size());
  for (const StoredRun& run : runs) all.push_back(&run);
  const std::vector<RunField> fields = shared_fields(all);
  std::set<Circumstances> tuned;
  for (const StoredRun* run : shown) {
    const auto [method, tuning] = method_and_tuning(run->label);
    if (tuning == oracle_tuned) tuned.insert(circumstances_of(*run, method, fields));
  }
  std::vector<StoredRun> copies;
  if (tuned.empty()) return copies;
  for (const StoredRun& run : runs) {
    const auto [method, tuning] = method_and_tuning(run.label);
    if (run.status == Status::cancelled || tuning != untuned ||
        !tuned.contains(circumstances_of(run, method, fields)))
      continue;
    StoredRun copy = run;
    copy.label = fmt::format("{}, {}", method, oracle_tuned);
    copy.key.clear();  // its place in the plan is the untuned run's, not the oracle's
    if (filter(copy)) copies.push_back(std::move(copy));
  }
  return copies;
}

}  // namespace dpsco
