#include "results/merge/merge.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "results/files/write_beside.hpp"
#include "results/journal/journal_writer.hpp"
#include "results/journal/json_line.hpp"
#include "results/journal/run_line.hpp"
#include "results/journal/run_parser.hpp"

namespace dpsco {

namespace fs = std::filesystem;

namespace {

bool same_folder(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored);
}

/// What of each file goes into the new one.
struct Chosen {
  std::map<std::size_t, std::set<std::size_t>> lines{};  ///< by file: runs and prices
  std::set<std::string> ledgers{};                       ///< that these lines need
  std::size_t runs = 0, accounts = 0;
  bool empty() const { return lines.empty(); }
};

Chosen selected(const Journal& all, const Journal& existing) {
  std::unordered_map<std::string, std::string> digests;
  for (const StoredRun& run : existing.runs)
    if (run.status != Status::cancelled) digests[run.key] = run.digest;
  const std::unordered_set<std::string> old_files = [&] {
    std::unordered_set<std::string> names;
    for (const fs::path& file : existing.files) names.insert(file.string());
    return names;
  }();
  const auto is_old = [&](std::size_t file) {
    return old_files.contains(all.files[file].string());
  };
  Chosen selection;
  for (const StoredRun& run : all.runs) {
    const auto had = digests.find(run.key);
    if (is_old(run.file) || (had != digests.end() && had->second == run.digest)) continue;
    selection.lines[run.file].insert(run.line);
    if (!run.ledger_hash.empty()) selection.ledgers.insert(run.ledger_hash);
    ++selection.runs;
  }
  for (const AccountRecord& account : all.accounts) {
    if (is_old(account.file)) continue;
    selection.lines[account.file].insert(account.line);
    selection.ledgers.insert(account.ledger_hash);
    ++selection.accounts;
  }
  for (const auto& [hash, ledger] : existing.ledgers) selection.ledgers.erase(hash);
  return selection;
}

/// Copies the chosen lines of one file after another, each under the header it had.
class Copier {
 public:
  Copier(std::ostream& out, Chosen selection) : out_(out), selection_(std::move(selection)) {}

  void copy(const fs::path& file, std::size_t index) {
    const auto found = selection_.lines.find(index);
    const std::set<std::size_t> none;
    const std::set<std::size_t>& lines = found == selection_.lines.end() ? none : found->second;
    std::ifstream in(file, std::ios::binary);
    require(in.is_open(), "can't open {}: check that you may read it", file.string());
    // Lines before any header belong to no build, not to that of the segment before them.
    header_ = fmt::format(R"({{"kind":"header","schema":{}}})", journal_schema);
    env_.clear();
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (lines.contains(number)) {
        put_head();
        out_ << line << '\n';
      } else {
        keep(line);
      }
    }
  }

  void finish() {
    std::string line;
    JsonLine footer(line);
    footer.text("kind", "footer");
    footer.whole("runs", std::int64_t(selection_.runs));
    footer.whole("accounts", std::int64_t(selection_.accounts));
    footer.text("merged", utc_text(std::chrono::system_clock::now()));
    footer.finish();
    out_ << line;
  }

 private:
  void keep(const std::string& line) {
    const ParsedLine parsed = parse_line(line);
    if (!parsed.good || parsed.kind == "run") return;
    if (parsed.kind == "header") {
      header_ = line;
      env_.clear();
    } else if (parsed.kind == "env") {
      env_ = line;
    } else if (parsed.kind == "ledger") {
      const auto json = nlohmann::json::parse(line);
      const auto hash = json.find("hash");
      if (hash != json.end() && hash->is_string() && selection_.ledgers.erase(*hash) > 0)
        out_ << line << '\n';
    }
  }

  void put_head() {
    if (!header_.empty()) out_ << header_ << '\n';
    header_.clear();
    if (!env_.empty() && environments_.insert(env_).second) out_ << env_ << '\n';
    env_.clear();
  }

  std::ostream& out_;
  Chosen selection_;
  std::string header_{}, env_{};  ///< not written yet
  std::set<std::string> environments_{};
};

/// OUT/plan.jsonl: the cells of all plans, each once, in the order of the folders.
void merge_plans(std::span<const fs::path> folders, const fs::path& out) {
  const fs::path file = out / "plan.jsonl";
  std::unordered_set<std::string> keys;
  stream_beside(file, [&](std::ostream& plan) {
    for (const fs::path& folder : folders) {
      std::ifstream in(folder / "plan.jsonl", std::ios::binary);
      for (std::string line; std::getline(in, line);) {
        const auto cell = nlohmann::json::parse(line, nullptr, false);
        const auto key = cell.is_object() ? cell.find("key") : cell.end();
        if (key != cell.end() && key->is_string() && keys.insert(*key).second) plan << line << '\n';
      }
    }
  });
  std::error_code ignored;
  if (keys.empty()) fs::remove(file, ignored);
}

}  // namespace

MergeReport merge_journals(std::span<const fs::path> folders, const fs::path& out) {
  std::vector<fs::path> all_folders;  // OUT first: its plan leads, and its files are not copied
  const Journal existing = read_journal(out);
  all_folders.push_back(out);
  for (const fs::path& folder : folders) {
    const bool known = std::any_of(all_folders.begin(), all_folders.end(), [&](const auto& other) {
      return same_folder(other, folder);
    });
    if (!known) all_folders.push_back(folder);
    require(fs::is_directory(folder / "runs"),
            "{} holds no results: expected {}/runs/*.jsonl",
            folder.string(),
            folder.string());
  }
  const Journal all = read_journals(all_folders);
  MergeReport report{.runs = all.runs.size(),
                     .dropped = all.superseded - all.replaced.size(),
                     .bad = all.bad.size(),
                     .replaced = all.replaced,
                     .conflicts = all.conflicts};
  if (!report.conflicts.empty()) return report;

  std::error_code error;
  fs::create_directories(out / "runs", error);
  require(!error, "can't create {}: {}", (out / "runs").string(), error.message());
  const Chosen selection = selected(all, existing);
  report.written = selection.runs;
  if (!selection.empty()) {
    report.file = out / "runs" / journal_file_name();
    stream_beside(report.file, [&](std::ostream& to) {
      Copier copier(to, selection);
      for (std::size_t f = 0; f < all.files.size(); ++f) copier.copy(all.files[f], f);
      copier.finish();
    });
  }
  merge_plans(all_folders, out);
  return report;
}

std::string merge_text(const MergeReport& report, const fs::path& out) {
  std::string text;
  for (const Conflict& conflict : report.conflicts)
    text += fmt::format("run {} differs: digest {} in {}:{}, {} in {}:{}, by one build\n",
                        conflict.key,
                        conflict.first_digest.substr(0, 12),
                        conflict.first.string(),
                        conflict.first_line,
                        conflict.second_digest.substr(0, 12),
                        conflict.second.string(),
                        conflict.second_line);
  if (!report.conflicts.empty())
    return text + fmt::format(
                      "{} conflicts: one build must give one key one digest, so a program "
                      "or a file is broken; nothing was written\n",
                      report.conflicts.size());
  for (const Replacement& one : report.replaced)
    text += fmt::format("run {}: build {} replaced by build {}, the newest\n",
                        one.key,
                        one.old_build.empty() ? "unknown" : one.old_build,
                        one.new_build.empty() ? "unknown" : one.new_build);
  text += fmt::format(
      "{}: {} runs, {} of them new; {} duplicates dropped, {} replaced by a newer "
      "build's, {} torn lines passed over\n",
      out.string(),
      report.runs,
      report.written,
      report.dropped,
      report.replaced.size(),
      report.bad);
  return text;
}

std::string merge_json(const MergeReport& report) {
  nlohmann::ordered_json replaced = nlohmann::ordered_json::array(), conflicts = replaced;
  for (const Replacement& one : report.replaced)
    replaced.push_back(
        {{"key", one.key}, {"old_build", one.old_build}, {"new_build", one.new_build}});
  for (const Conflict& one : report.conflicts)
    conflicts.push_back({{"key", one.key},
                         {"digests", {one.first_digest, one.second_digest}},
                         {"places",
                          {fmt::format("{}:{}", one.first.string(), one.first_line),
                           fmt::format("{}:{}", one.second.string(), one.second_line)}}});
  return nlohmann::ordered_json{
             {"runs", report.runs},
             {"written", report.written},
             {"dropped", report.dropped},
             {"bad", report.bad},
             {"file",
              report.file.empty() ? nlohmann::ordered_json()
                                  : nlohmann::ordered_json(report.file.string())},
             {"replaced", replaced},
             {"conflicts", conflicts}}
             .dump() +
         '\n';
}

}  // namespace dpsco
