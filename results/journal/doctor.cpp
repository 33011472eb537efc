#include "results/journal/doctor.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

void add_torn(std::vector<Finding>& findings, const Journal& journal) {
  for (const BadLine& bad : journal.bad)
    findings.push_back(
        {"torn",
         fmt::format("{}:{} is no journal line: torn by a kill, or damaged; it is passed over, and "
                     "its run comes again on resume",
                     bad.file.string(),
                     bad.line)});
}

void add_conflicts(std::vector<Finding>& findings, const Journal& journal) {
  for (const Conflict& conflict : journal.conflicts)
    findings.push_back(
        {"nondeterministic",
         fmt::format("run {} has two digests by one build: {} at {}:{} and {} at {}:{}; dpsco "
                     "replay {} says which the program gives now",
                     conflict.key,
                     conflict.first_digest.substr(0, 12),
                     conflict.first.string(),
                     conflict.first_line,
                     conflict.second_digest.substr(0, 12),
                     conflict.second.string(),
                     conflict.second_line,
                     conflict.key.substr(0, 12))});
}

/// "a (2 runs), b (1 runs)" by how many runs have each; fewer than two are nothing to say.
std::string mixture(const std::map<std::string, std::size_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts)
    text += fmt::format("{}{} ({} runs)",
                        text.empty() ? "" : ", ",
                        name.empty() ? "unknown" : name.substr(0, 16),
                        count);
  return text;
}

void add_mixtures(std::vector<Finding>& findings, const Journal& journal) {
  std::map<std::string, std::size_t> builds, machines;
  for (const StoredRun& run : journal.runs) {
    ++builds[run.build];
    if (run.isolated) ++machines[run.env_key];
  }
  if (builds.size() > 1)
    findings.push_back({"mixed-builds",
                        fmt::format("runs of {} builds: {}; --rerun stale makes them one",
                                    builds.size(),
                                    mixture(builds))});
  if (builds.size() < machines.size())
    findings.push_back({"mixed-machines",
                        fmt::format("run times of {} machines or builds: {}; compare times only "
                                    "within one env_key",
                                    machines.size(),
                                    mixture(machines)),
                        false});
}

void add_contaminated(std::vector<Finding>& findings, const Journal& journal) {
  std::map<std::string, std::map<std::string, std::size_t>> counts;  // quality, label
  for (const StoredRun& run : journal.runs)
    if (run.isolated && run.status == Status::ok && run.quality != "clean")
      ++counts[run.quality][run.label];
  for (const auto& [quality, labels] : counts)
    findings.push_back({"contaminated",
                        fmt::format("runs timed alone with quality '{}': {}; their times are not "
                                    "shown, run them again on a quiet machine",
                                    quality,
                                    mixture(labels))});
}

void add_missing_ledgers(std::vector<Finding>& findings, const Journal& journal) {
  std::set<std::string> missing;
  std::size_t runs = 0;
  for (const StoredRun& run : journal.runs) {
    if (run.ledger_hash.empty() || journal.ledgers.contains(run.ledger_hash)) continue;
    missing.insert(run.ledger_hash);
    ++runs;
  }
  if (!missing.empty())
    findings.push_back(
        {"missing-ledger",
         fmt::format("{} runs name {} ledgers that no file has, for example {}: they "
                     "can't be priced again",
                     runs,
                     missing.size(),
                     missing.begin()->substr(0, 12))});
}

void add_notes(std::vector<Finding>& findings, const Journal& journal) {
  for (const std::filesystem::path& file : journal.interrupted)
    findings.push_back(
        {"interrupted",
         fmt::format("{} has no footer: its run was interrupted, or goes on", file.string()),
         false});
  if (journal.superseded > 0)
    findings.push_back(
        {"superseded",
         fmt::format("{} runs have a newer one of the same key, which counts", journal.superseded),
         false});
}

}  // namespace

std::vector<Finding> examine(const Journal& journal) {
  std::vector<Finding> findings;
  add_torn(findings, journal);
  add_conflicts(findings, journal);
  add_mixtures(findings, journal);
  add_contaminated(findings, journal);
  add_missing_ledgers(findings, journal);
  add_notes(findings, journal);
  return findings;
}

std::vector<Finding> examine_folder(const std::filesystem::path& out) {
  Journal journal;
  try {
    journal = read_journal(out);
  } catch (const ConfigError& error) {
    return {{"unreadable", error.what()}};
  }
  require(!journal.files.empty(),
          "{} holds no results: expected {}/runs/*.jsonl",
          out.string(),
          out.string());
  return examine(journal);
}

bool has_fault(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const auto& one) { return one.fault; });
}

std::string findings_text(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& one : findings)
    text += fmt::format("{} {}: {}\n", one.fault ? "fault" : "note ", one.kind, one.text);
  return has_fault(findings) ? text : text + "no faults found\n";
}

std::string findings_json(const std::vector<Finding>& findings) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Finding& one : findings)
    all.push_back({{"kind", one.kind}, {"fault", one.fault}, {"text", one.text}});
  return nlohmann::ordered_json{{"healthy", !has_fault(findings)}, {"findings", all}}.dump() + '\n';
}

}  // namespace dpsco
