#include "results/compare/compare_journals.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "results/compare/bootstrap.hpp"
#include "results/compare/paired_tests.hpp"
#include "results/compare/pairing.hpp"
#include "results/compare/text_table.hpp"

namespace dpsco {

namespace {

using Json = nlohmann::ordered_json;
using Samples = std::vector<std::pair<double, double>>;

/// Old and new numbers of one label and value, with the new keys.
struct Collected {
  Samples numbers{};
  std::vector<std::string> keys{};
};

void collect(const Numbers& before,
             const Numbers& after,
             const std::string& prefix,
             const StoredRun& run,
             std::map<std::pair<std::string, std::string>, Collected>& all) {
  for (const auto& [name, old_number] : before) {
    const auto found = after.find(name);
    if (found == after.end() || std::isnan(old_number) || std::isnan(found->second)) continue;
    Collected& own = all[{run.label, prefix + name}];
    own.numbers.emplace_back(old_number, found->second);
    own.keys.push_back(run.key);
  }
}

ValueChange change_of(const std::string& label, const std::string& value, const Collected& from) {
  ValueChange change{.label = label, .value = value, .pairs = from.numbers.size()};
  std::vector<double> differences, finite;
  for (std::size_t i = 0; i < from.numbers.size(); ++i) {
    const auto [before, after] = from.numbers[i];
    const double relative = relative_gap(before, after);
    const double difference = before == after ? 0 : after - before;
    differences.push_back(difference);
    if (std::isfinite(difference)) finite.push_back(difference);
    if (difference != 0) ++change.moved;
    if (relative > change.largest_relative) {
      change.largest_relative = relative;
      change.largest_key = from.keys[i];
    }
  }
  if (!finite.empty()) {
    const MedianInterval median = median_with_interval(finite);
    change.median = median.median;
    change.interval = median.interval;
  }
  change.wilcoxon_p = signed_rank_test(differences);
  return change;
}

std::vector<StatusChange> status_changes(std::span<const RunPair> pairs) {
  std::map<std::tuple<std::string, Status, Status>, StatusChange> changes;
  for (const auto& [before, after] : pairs) {
    if (before->status == after->status) continue;
    StatusChange& change = changes[{after->label, before->status, after->status}];
    if (change.runs++ == 0)
      change = {after->label,
                std::string(name(before->status)),
                std::string(name(after->status)),
                after->reason,
                1};
  }
  std::vector<StatusChange> listed;
  listed.reserve(changes.size());
  for (auto& [key, change] : changes) listed.push_back(std::move(change));
  return listed;
}

std::vector<std::string> builds_of(const Journal& journal) {
  std::set<std::string> builds;
  for (const StoredRun& run : journal.runs) builds.insert(run.build);
  return {builds.begin(), builds.end()};
}

std::string p_text(const std::optional<double>& p) {
  return p ? fmt::format("{:.2g}", *p) : "";
}

std::string interval_text(const ValueChange& change) {
  if (change.moved == 0) return "";
  if (!change.interval) return fmt::format("{:+.4g}", change.median);
  return fmt::format(
      "{:+.4g} [{:+.4g}, {:+.4g}]", change.median, change.interval->low, change.interval->high);
}

std::string shown(const JournalDifference& difference, bool markdown) {
  std::string out = markdown ? "## Old against new\n\n" : "";
  std::vector<std::string> facts{
      fmt::format("{} runs in both ({} by key, {} by what was run), {} only in the old, {} only in "
                  "the new",
                  difference.pairs,
                  difference.by_key,
                  difference.pairs - difference.by_key,
                  difference.only_before,
                  difference.only_after),
      fmt::format("digests of equal keys: {} equal, {} differ",
                  difference.equal_digests,
                  difference.other_digests),
      fmt::format("builds: old {}, new {}",
                  fmt::join(difference.builds_before, " "),
                  fmt::join(difference.builds_after, " "))};
  if (difference.other_digests_same_build > 0)
    facts.push_back(fmt::format("NOT DETERMINISTIC: {} runs of one build differ in their digests",
                                difference.other_digests_same_build));
  out += as_lines(facts, markdown);
  if (!difference.statuses.empty()) {
    TextTable table{.header = {"label", "runs", "old status", "new status", "reason of the first"}};
    for (const StatusChange& each : difference.statuses)
      table.body.push_back(
          {each.label, fmt::format("{}", each.runs), each.before, each.after, each.reason});
    out += "\n" + (markdown ? as_markdown(table) : as_text(table));
  }
  TextTable table{.header = {"label",
                             "value",
                             "pairs",
                             "moved",
                             "median new - old [95 %]",
                             "largest relative",
                             "in run",
                             "Wilcoxon p"}};
  for (const ValueChange& each : difference.values)
    table.body.push_back({each.label,
                          each.value,
                          fmt::format("{}", each.pairs),
                          fmt::format("{}", each.moved),
                          interval_text(each),
                          each.moved == 0 ? "" : fmt::format("{:.3g}", each.largest_relative),
                          each.largest_key.substr(0, 12),
                          p_text(each.wilcoxon_p)});
  return out + "\n" + (markdown ? as_markdown(table) : as_text(table));
}

Json json_of(const ValueChange& each) {
  return {{"label", each.label},
          {"value", each.value},
          {"pairs", each.pairs},
          {"moved", each.moved},
          {"median", each.median},
          {"low", each.interval ? Json(each.interval->low) : Json(nullptr)},
          {"high", each.interval ? Json(each.interval->high) : Json(nullptr)},
          {"largest_relative", each.largest_relative},
          {"largest_key", each.largest_key},
          {"wilcoxon_p", each.wilcoxon_p ? Json(*each.wilcoxon_p) : Json(nullptr)}};
}

std::string as_json(const JournalDifference& difference) {
  Json json{{"pairs", difference.pairs},
            {"by_key", difference.by_key},
            {"only_before", difference.only_before},
            {"only_after", difference.only_after},
            {"equal_digests", difference.equal_digests},
            {"other_digests", difference.other_digests},
            {"other_digests_same_build", difference.other_digests_same_build},
            {"builds_before", difference.builds_before},
            {"builds_after", difference.builds_after},
            {"statuses", Json::array()},
            {"values", Json::array()}};
  for (const StatusChange& each : difference.statuses)
    json["statuses"].push_back({{"label", each.label},
                                {"before", each.before},
                                {"after", each.after},
                                {"reason", each.reason},
                                {"runs", each.runs}});
  for (const ValueChange& each : difference.values) json["values"].push_back(json_of(each));
  return json.dump() + "\n";
}

}  // namespace

double relative_gap(double a, double b) {
  if (a == b) return 0;
  if (!std::isfinite(a) || !std::isfinite(b)) return 1;
  return std::abs(a - b) / std::max(std::abs(a), std::abs(b));
}

RunPairs pair_runs(std::span<const StoredRun> before, std::span<const StoredRun> after) {
  RunPairs found;
  std::unordered_map<std::string, const StoredRun*> by_key, by_experiment;
  for (const StoredRun& run : after)
    if (run.status != Status::cancelled) by_key.emplace(run.key, &run);
  std::unordered_set<const StoredRun*> taken;
  std::vector<const StoredRun*> alone;
  for (const StoredRun& run : before) {
    if (run.status == Status::cancelled) continue;
    const auto partner = by_key.find(run.key);
    if (partner == by_key.end()) {
      alone.push_back(&run);
      continue;
    }
    found.pairs.push_back({&run, partner->second});
    taken.insert(partner->second);
    ++found.by_key;
  }
  for (const auto& [key, run] : by_key)
    if (!alone.empty() && !taken.contains(run)) by_experiment.emplace(experiment_of(*run), run);
  for (const StoredRun* run : alone) {
    const auto partner = by_experiment.find(experiment_of(*run));
    if (partner == by_experiment.end() || !taken.insert(partner->second).second) {
      found.only_before.push_back(run);
    } else {
      found.pairs.push_back({run, partner->second});
    }
  }
  for (const StoredRun& run : after)
    if (run.status != Status::cancelled && !taken.contains(&run)) found.only_after.push_back(&run);
  return found;
}

JournalDifference compare_journals(const Journal& before, const Journal& after) {
  const RunPairs paired = pair_runs(before.runs, after.runs);
  require(!paired.pairs.empty(),
          "the two share no experiment: {} runs in the old and {} in the new, with no key and no "
          "setting in common",
          before.runs.size(),
          after.runs.size());
  JournalDifference difference{.pairs = paired.pairs.size(),
                               .by_key = paired.by_key,
                               .only_before = paired.only_before.size(),
                               .only_after = paired.only_after.size(),
                               .builds_before = builds_of(before),
                               .builds_after = builds_of(after),
                               .statuses = status_changes(paired.pairs)};
  std::map<std::pair<std::string, std::string>, Collected> values;
  for (const auto& [old_run, new_run] : paired.pairs) {
    if (old_run->key == new_run->key) {
      const bool equal = old_run->digest == new_run->digest;
      ++(equal ? difference.equal_digests : difference.other_digests);
      if (!equal && old_run->build == new_run->build && old_run->status == new_run->status)
        ++difference.other_digests_same_build;
    }
    collect(old_run->metrics, new_run->metrics, "", *new_run, values);
    collect(old_run->epsilons, new_run->epsilons, "epsilon/", *new_run, values);
  }
  for (const auto& [name, numbers] : values)
    difference.values.push_back(change_of(name.first, name.second, numbers));
  return difference;
}

std::string difference_as(std::string_view format, const JournalDifference& difference) {
  const std::vector<std::string> known{"json", "md", "text"};
  require(std::find(known.begin(), known.end(), format) != known.end(),
          "unknown format '{}'{}",
          format,
          did_you_mean(format, known));
  return format == "json" ? as_json(difference) : shown(difference, format == "md");
}

}  // namespace dpsco
