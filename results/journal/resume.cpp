#include "results/journal/resume.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

constexpr std::string_view bound_mark = "bound/";  ///< before a bound's name in StoredRun::missing

bool asked_again(const StoredRun& run, const Rerun& rerun, std::string_view build) {
  return rerun.all || run.status == Status::cancelled ||
         (rerun.failed && run.status == Status::failed) ||
         (rerun.timeout && run.status == Status::timeout) || (rerun.stale && run.build != build);
}

/// Adds a name that the registry has and the list has not.
template <class Base>
void add(std::vector<std::string>& names, const std::string& name, const Registry<Base>& registry) {
  if (registry.contains(name) && std::find(names.begin(), names.end(), name) == names.end())
    names.push_back(name);
}

Cell with_earlier(Cell cell, const StoredRun& run, const Catalog& catalog) {
  for (const auto& [name, value] : run.bounds) add(cell.bounds, name, catalog.bounds);
  for (const auto& [name, reason] : run.missing)
    if (name.starts_with(bound_mark))
      add(cell.bounds, name.substr(bound_mark.size()), catalog.bounds);
  for (const auto& [name, epsilon] : run.epsilons) add(cell.accountants, name, catalog.accountants);
  for (const auto& [name, reason] : run.unsupported)
    add(cell.accountants, name, catalog.accountants);
  return cell;
}

/// Bounds are evaluated on the plan: a refused run has none, and one that failed or ran out of time
/// has nothing to hold against them.
bool has_bounds(const StoredRun& run,
                const std::vector<std::string>& names,
                const Catalog& catalog) {
  if (run.status != Status::ok && run.status != Status::diverged) return true;
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    const auto version = run.bound_versions.find(name);
    return (run.bounds.contains(name) || run.missing.contains(std::string(bound_mark) + name)) &&
           (version == run.bound_versions.end() ? 1 : version->second) ==
               catalog.bounds.entry(name).card.version;
  });
}

}  // namespace

Rerun rerun_named(std::string_view words) {
  Rerun rerun;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(','), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    if (word == "failed") {
      rerun.failed = rerun.timeout = true;
    } else if (word == "timeout") {
      rerun.timeout = true;
    } else if (word == "stale") {
      rerun.stale = true;
    } else {
      const std::vector<std::string> known{"failed", "stale", "timeout"};
      throw ConfigError(
          fmt::format("--rerun: unknown word '{}'{}", word, did_you_mean(word, known)));
    }
  }
  return rerun;
}

Remainder remainder(std::span<const Cell> plan,
                    const Journal& journal,
                    const Rerun& rerun,
                    std::string_view build,
                    const Catalog& catalog) {
  std::unordered_map<std::string_view, const StoredRun*> stored;
  for (const StoredRun& run : journal.runs) stored.emplace(run.key, &run);
  Remainder left;
  for (const Cell& cell : plan) {
    const auto found = stored.find(cell.key);
    if (found == stored.end()) {
      left.cells.push_back(cell);
      continue;
    }
    const StoredRun& run = *found->second;
    Cell whole = with_earlier(cell, run, catalog);
    const bool again = asked_again(run, rerun, build);
    if (!again && has_bounds(run, whole.bounds, catalog)) continue;
    if (!again) ++left.bounds_again;
    left.cells.push_back(std::move(whole));
  }
  return left;
}

}  // namespace dpsco
