#include "suites/cli/replay_command.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "datasets/files/file_store.hpp"
#include "framework/core/check.hpp"
#include "framework/grid/keys.hpp"
#include "framework/grid/plan_line.hpp"
#include "framework/runner/runner.hpp"
#include "results/environment/build_info.hpp"
#include "results/journal/journal_reader.hpp"
#include "results/tables/plan_order.hpp"
#include "suites/cli/services.hpp"

namespace dpsco {

namespace {

namespace fs = std::filesystem;

/// The folder that was named, else all where runs go by default.
std::vector<fs::path> candidates(const std::string& out) {
  if (!out.empty()) return {out};
  std::vector<fs::path> folders;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("out", ignored))
    if (fs::exists(entry.path() / "plan.jsonl")) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

Cell planned_cell(const fs::path& out, const std::string& key) {
  std::ifstream in(out / "plan.jsonl", std::ios::binary);
  for (std::string line; std::getline(in, line);)
    if (line.find(key) != std::string::npos)
      if (Cell cell = cell_from_plan_line(line); cell.key == key) return cell;
  throw ConfigError(fmt::format("{}: the line of {} is gone", (out / "plan.jsonl").string(), key));
}

struct Found {
  fs::path out{};
  Cell cell{};
};

Found find_cell(const ReplayQuery& query) {
  const std::vector<fs::path> folders = candidates(query.out);
  require(!folders.empty(), "no folder out/* has a plan.jsonl: say --out OUT");
  std::set<std::string> keys;
  std::vector<PlanOrder> plans;
  for (const fs::path& folder : folders) {
    plans.push_back(read_plan_order(folder));
    for (const auto& [key, place] : plans.back()) keys.insert(key);
  }
  require(!keys.empty(),
          "{} has no cell: dpsco run writes it",
          (folders.front() / "plan.jsonl").string());
  const std::vector<std::string> all(keys.begin(), keys.end());
  const std::string key = resolve_key(query.key, all);
  for (std::size_t i = 0; i < folders.size(); ++i)
    if (plans[i].contains(key)) return {folders[i], planned_cell(folders[i], key)};
  throw std::logic_error("a resolved key is in no plan");
}

class Keeper final : public Sink {
 public:
  void write(const Record& record) override { record_ = record; }
  const Record& record() const { return record_.value(); }

 private:
  std::optional<Record> record_{};
};

std::string side(const char* what,
                 Status status,
                 const std::string& digest,
                 const std::string& build) {
  return fmt::format("  {}  {:<10} digest {}  build {}\n",
                     what,
                     name(status),
                     digest,
                     build.empty() ? "unknown" : build);
}

/// Why two digests may differ, and where they do.
std::string differences(const StoredRun& stored, const Record& record) {
  std::string text;
  if (!stored.reason.empty()) text += fmt::format("  recorded: {}\n", stored.reason);
  if (!record.reason.empty()) text += fmt::format("  replayed: {}\n", record.reason);
  for (const auto& [name, outcome] : record.metrics) {
    const auto before = stored.metrics.find(name);
    const std::string was =
        before == stored.metrics.end() ? "none" : fmt::format("{}", before->second);
    const std::string is = outcome ? fmt::format("{}", *outcome) : "none";
    if (was != is) text += fmt::format("  {}: recorded {}, replayed {}\n", name, was, is);
  }
  if (stored.build != build_id())
    text += "  the builds differ, and digests are promised within one build only\n";
  if (stored.status == Status::timeout || stored.status == Status::cancelled ||
      stored.status == Status::failed)
    text += fmt::format("  a {} run depends on clocks or memory: it may end otherwise\n",
                        name(stored.status));
  return text;
}

}  // namespace

ReplayAnswer replay(const ReplayQuery& query, const Catalog& catalog) {
  const auto [out, cell] = find_cell(query);
  const std::string& key = cell.key;
  const Journal journal = read_journal(out);
  const auto stored = std::find_if(
      journal.runs.begin(), journal.runs.end(), [&](const auto& run) { return run.key == key; });
  require(stored != journal.runs.end(),
          "{} plans {}, but has no result of it yet: nothing to compare with",
          out.string(),
          cell.key.substr(0, 12));
  file_store().set_search_path(standard_search_path(query.data_dir));
  Keeper keeper;
  NoProgress no_progress;
  StopControl stop;
  (void)run_serial(
      {&cell, 1}, catalog, standard_services(), {.threads = 1}, keeper, no_progress, stop);
  const Record& record = keeper.record();

  ReplayAnswer answer{.equal = record.digest == stored->digest};
  answer.text = fmt::format("{}\n  {} on {}, epsilon {:g}, repetition {}, in {}\n",
                            cell.key,
                            cell.label,
                            cell.data.name,
                            cell.target.epsilon,
                            cell.repetition,
                            out.string());
  answer.text += side("recorded", stored->status, stored->digest, stored->build);
  answer.text += side("replayed", record.status, record.digest, build_id());
  answer.text += answer.equal ? "equal\n" : differences(*stored, record) + "different\n";
  return answer;
}

}  // namespace dpsco
