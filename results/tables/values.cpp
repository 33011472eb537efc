#include "results/tables/values.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "results/journal/lookup.hpp"

namespace dpsco {

namespace {

using Runs = std::span<const StoredRun* const>;

std::string never_missing(const StoredRun& /*run*/) {
  return {};
}

RunValue metric_value(const std::string& name) {
  return {name,
          "metric " + name,
          name.ends_with("accuracy"),
          [name](const StoredRun& run) { return number_in(run.metrics, name); },
          [name](const StoredRun& run) { return text_in(run.missing, name); }};
}

RunValue bound_value(const std::string& name) {
  return {"bound/" + name,
          fmt::format("what {} promises for the schedule that was planned", name),
          false,
          [name](const StoredRun& run) { return number_in(run.bounds, name); },
          [name](const StoredRun& run) { return text_in(run.missing, "bound/" + name); }};
}

/// The delta behind the @ of a value's name; empty if there is none.
std::optional<double> delta_in(std::string_view name) {
  const std::size_t at = name.rfind('@');
  if (at == std::string_view::npos) return {};
  double delta = 0;
  const char* const end = name.data() + name.size();
  const auto result = std::from_chars(name.data() + at + 1, end, delta);
  require(result.ec == std::errc{} && result.ptr == end && 0 < delta && delta < 1,
          "'{}': after @ stands a delta in (0, 1), for example @1e-6",
          name);
  return delta;
}

/// `rest` is ACCOUNTANT or ACCOUNTANT@DELTA.
RunValue epsilon_value(const std::string& rest, Runs runs) {
  const std::string accountant = rest.substr(0, rest.rfind('@'));
  const std::optional<double> delta = delta_in(rest);
  const auto price = [accountant, delta](const StoredRun& run) {
    return price_at(run, accountant, delta.value_or(run.target.delta));
  };
  std::set<std::string> directions;
  for (const StoredRun* run : runs)
    if (const auto found = price(*run); found && found->epsilon)
      directions.insert(found->direction);
  return {"epsilon/" + rest,
          fmt::format("epsilon of the ledger by accountant {} ({}), in nats, at {}",
                      accountant,
                      fmt::join(directions, ", "),
                      delta ? fmt::format("delta = {}", *delta) : "the target's delta"),
          false,
          [price](const StoredRun& run) {
            const auto found = price(run);
            return found ? found->epsilon : std::nullopt;
          },
          [price](const StoredRun& run) {
            const auto found = price(run);
            return found ? found->unsupported : "";
          }};
}

RunValue schedule_value(const std::string& name) {
  return {"schedule/" + name,
          fmt::format("{} as planned", name),
          false,
          [name](const StoredRun& run) { return number_in(run.schedule, name); },
          [name](const StoredRun& /*run*/) { return "its plan has no " + name; }};
}

RunValue cpu_value(Runs runs) {
  const bool alone =
      std::all_of(runs.begin(), runs.end(), [](const auto* run) { return run->isolated; });
  return {"cpu",
          alone ? "thread CPU time [s], one run at a time"
                : "thread CPU time [s], indicative: other runs shared the machine",
          false,
          [](const StoredRun& run) { return std::optional(run.cpu); },
          never_missing};
}

/// The reason why the wall time of a run is not a run time; empty if it is one.
std::string contamination(const StoredRun& run) {
  if (!run.isolated) return "wall time in throughput mode includes the neighbours' work";
  if (run.quality != "clean") return "wall time is " + run.quality + ", not clean";
  return {};
}

RunValue wall_value(Runs runs) {
  const bool any = std::any_of(
      runs.begin(), runs.end(), [](const auto* run) { return contamination(*run).empty(); });
  require(any,
          "wall: none of the {} runs was timed in isolated mode with clean quality, so there is no "
          "run time to show; run with --timing isolated on a quiet machine, or use --value cpu",
          runs.size());
  return {"wall",
          "wall time [s] of runs timed alone and undisturbed",
          false,
          [](const StoredRun& run) {
            return contamination(run).empty() ? std::optional(run.wall) : std::nullopt;
          },
          contamination};
}

RunValue gradients_value() {
  return {"gradients",
          "per-example gradients evaluated",
          false,
          [](const StoredRun& run) { return std::optional(double(run.gradients)); },
          never_missing};
}

void insert_names(std::set<std::string>& known, const std::string& prefix, const auto& map) {
  for (const auto& [name, held] : map) known.insert(prefix + name);
}

std::set<std::string> known_values(Runs runs) {
  std::set<std::string> known{"cpu", "gradients", "wall"};
  for (const StoredRun* run : runs) {
    insert_names(known, "", run->metrics);
    insert_names(known, "", run->missing);  // "bound/NAME" is its name there
    insert_names(known, "bound/", run->bounds);
    insert_names(known, "epsilon/", run->epsilons);
    insert_names(known, "epsilon/", run->unsupported);
    insert_names(known, "epsilon/", run->priced);
    insert_names(known, "schedule/", run->schedule);
  }
  return known;
}

}  // namespace

RunValue value_named(std::string_view name, Runs runs) {
  const std::set<std::string> known = known_values(runs);
  std::string wanted(name);
  std::string at_target;  // the same accountant without the delta
  if (wanted.starts_with("epsilon/")) {
    if (const auto delta = delta_in(wanted)) {
      at_target = wanted.substr(0, wanted.rfind('@'));
      wanted = priced_name(at_target, *delta);  // 1e-6 and 0.000001 are one delta
      const bool is_target = std::any_of(
          runs.begin(), runs.end(), [&](const auto* run) { return run->target.delta == *delta; });
      require(known.contains(wanted) || (is_target && known.contains(at_target)),
              "no ledger was priced as {}: dpsco account OUT --accountant {} --delta {} does that",
              wanted,
              at_target.substr(at_target.find('/') + 1),
              *delta);
    }
  }
  if (at_target.empty() && !known.contains(wanted)) {
    const std::vector<std::string> names(known.begin(), known.end());
    throw ConfigError(
        fmt::format("no run has a value called '{}'{}", name, did_you_mean(name, names)));
  }
  const std::size_t slash = wanted.find('/');
  const std::string kind = wanted.substr(0, slash);
  const std::string rest = slash == std::string::npos ? "" : wanted.substr(slash + 1);
  if (wanted == "cpu") return cpu_value(runs);
  if (wanted == "wall") return wall_value(runs);
  if (wanted == "gradients") return gradients_value();
  if (kind == "bound" && !rest.empty()) return bound_value(rest);
  if (kind == "epsilon" && !rest.empty()) return epsilon_value(rest, runs);
  if (kind == "schedule" && !rest.empty()) return schedule_value(rest);
  return metric_value(wanted);
}

}  // namespace dpsco
