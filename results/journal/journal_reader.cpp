#include "results/journal/journal_reader.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "framework/core/canonical_json.hpp"
#include "framework/core/check.hpp"
#include "results/journal/run_line.hpp"
#include "results/journal/run_parser.hpp"

namespace dpsco {

namespace fs = std::filesystem;

namespace {

/// The digest of such a run depends on its key and the build alone, not on clocks or memory.
bool is_reproducible(Status status) {
  return status == Status::ok || status == Status::diverged || status == Status::skipped ||
         status == Status::infeasible;
}

class Reader {
 public:
  explicit Reader(Journal& journal) : journal_(journal) {}

  void read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    require(in.is_open(), "can't open {}: check that you may read it", file.string());
    journal_.files.push_back(file);
    build_.clear();
    bool footer = false;
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (line.empty()) continue;  // the newline of a repair
      ParsedLine parsed = parse_line(line);
      if (!parsed.good) {
        journal_.bad.push_back({file, number});
      } else if (parsed.kind == "run") {
        refuse_newer(parsed.version, number);
        parsed.run.line = number;
        add(std::move(parsed.run));
      } else {
        footer = footer || parsed.kind == "footer";
        read_other(line, parsed.kind, number);
      }
    }
    if (!footer) journal_.interrupted.push_back(file);
  }

 private:
  void refuse_newer(int version, std::size_t line) const {
    require(version == journal_schema,
            "{}:{}: written with journal schema {}, but this build reads schema {}: use the dpsco "
            "that wrote it, or move the file out of the folder",
            journal_.files.back().string(),
            line,
            version,
            journal_schema);
  }

  void read_other(const std::string& line, const std::string& kind, std::size_t number) {
    if (kind != "header" && kind != "ledger") return;
    const nlohmann::json json = nlohmann::json::parse(line);  // parse_line has found it good
    if (kind == "header") {
      const auto schema = json.find("schema");
      refuse_newer(schema != json.end() && schema->is_number_integer() ? schema->get<int>() : 0,
                   number);
      const auto build = json.find("build");
      if (build != json.end() && build->is_string()) build_ = build->get<std::string>();
      return;
    }
    const auto hash = json.find("hash"), ledger = json.find("ledger");
    if (hash == json.end() || !hash->is_string() || ledger == json.end()) {
      journal_.bad.push_back({journal_.files.back(), number});
      return;
    }
    journal_.ledgers.emplace(hash->get<std::string>(), canonical_json(*ledger));
  }

  void add(StoredRun run) {
    run.file = journal_.files.size() - 1;
    run.build = build_;
    const auto [place, is_new] = index_.try_emplace(run.key, journal_.runs.size());
    if (is_new) {
      journal_.runs.push_back(std::move(run));
      return;
    }
    StoredRun& kept = journal_.runs[place->second];
    ++journal_.superseded;
    if (kept.build == run.build && kept.digest != run.digest && is_reproducible(kept.status) &&
        is_reproducible(run.status)) {
      journal_.conflicts.push_back({.key = run.key,
                                    .first = journal_.files[kept.file],
                                    .second = journal_.files[run.file],
                                    .first_line = kept.line,
                                    .second_line = run.line});
    }
    if (run.status != Status::cancelled || kept.status == Status::cancelled) kept = std::move(run);
  }

  Journal& journal_;
  std::string build_;  ///< of the file being read
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

Journal read_journal(const fs::path& out) {
  Journal journal;
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(out / "runs", error))
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  require(!error || error == std::errc::no_such_file_or_directory,
          "can't read {}: {}",
          (out / "runs").string(),
          error.message());
  std::sort(files.begin(), files.end());
  Reader reader(journal);
  for (const fs::path& file : files) reader.read(file);
  return journal;
}

}  // namespace dpsco
