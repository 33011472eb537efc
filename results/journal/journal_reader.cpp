#include "results/journal/journal_reader.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <tuple>
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

/// `later` was read after `kept`.
bool replaces(const StoredRun& later, const StoredRun& kept) {
  const bool cancelled = later.status == Status::cancelled;
  if (cancelled != (kept.status == Status::cancelled)) return !cancelled;
  const bool dated = !later.finished.empty() && !kept.finished.empty();
  return !dated || later.finished >= kept.finished;
}

class Reader {
 public:
  explicit Reader(Journal& journal) : journal_(journal) {}

  void read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    require(in.is_open(), "can't open {}: check that you may read it", file.string());
    journal_.files.push_back(file);
    build_.clear();
    env_key_.clear();
    bool footer = false;
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (line.empty()) continue;  // the newline of a repair
      ParsedLine parsed = parse_line(line);
      if (!parsed.good) {
        journal_.bad.push_back({file, number});
      } else if (parsed.kind == "run") {
        refuse_unknown(parsed.version, number);
        parsed.run.line = number;
        add(std::move(parsed.run));
      } else {
        footer = footer || parsed.kind == "footer";
        read_other(line, parsed.kind, number);
      }
    }
    if (!footer) journal_.interrupted.push_back(file);
  }

  /// Puts the prices into the runs that have their ledger.
  void finish() {
    std::unordered_map<std::string, std::vector<const AccountRecord*>> by_ledger;
    for (const AccountRecord& account : journal_.accounts)
      by_ledger[account.ledger_hash].push_back(&account);
    if (by_ledger.empty()) return;
    for (StoredRun& run : journal_.runs) {
      const auto found = by_ledger.find(run.ledger_hash);
      if (found == by_ledger.end()) continue;
      for (const AccountRecord* account : found->second) put(*account, run);
    }
  }

 private:
  struct Seen {
    std::string build{}, digest{};
    std::size_t file = 0, line = 0;
  };

  void refuse_unknown(int version, std::size_t line) const {
    require(1 <= version && version <= journal_schema,
            "{}:{}: written with journal schema {}, but this build reads schema {}: use the dpsco "
            "that wrote it, or move the file out of the folder",
            journal_.files.back().string(),
            line,
            version,
            journal_schema == 1 ? "1" : fmt::format("1 to {}", journal_schema));
  }

  void read_other(const std::string& line, const std::string& kind, std::size_t number) {
    if (kind == "account") return read_account(line, number);
    if (kind != "header" && kind != "ledger" && kind != "env") return;
    nlohmann::json json = nlohmann::json::parse(line);  // parse_line has found it good
    const auto text = [&](const char* name) {
      const auto found = json.find(name);
      return found != json.end() && found->is_string() ? found->get<std::string>() : "";
    };
    if (kind == "header") {
      const auto schema = json.find("schema");
      refuse_unknown(schema != json.end() && schema->is_number_integer() ? schema->get<int>() : 0,
                     number);
      build_ = text("build");
      env_key_ = text("env_key");
      return;
    }
    const std::string hash = text(kind == "env" ? "env_key" : "hash");
    if (hash.empty() || (kind == "ledger" && !json.contains("ledger"))) {
      journal_.bad.push_back({journal_.files.back(), number});
    } else if (kind == "ledger") {
      journal_.ledgers.emplace(hash, canonical_json(json["ledger"]));
    } else {
      json.erase("kind");
      journal_.environments.emplace(hash, canonical_json(json));
    }
  }

  void read_account(const std::string& line, std::size_t number) {
    AccountRecord account;
    if (!parse_account_line(line, account)) {
      journal_.bad.push_back({journal_.files.back(), number});
      return;
    }
    account.build = build_;
    account.file = journal_.files.size() - 1;
    account.line = number;
    const auto [place, is_new] = accounts_.try_emplace(
        {account.ledger_hash, account.accountant, account.delta}, journal_.accounts.size());
    if (is_new) {
      journal_.accounts.push_back(std::move(account));
    } else {
      journal_.accounts[place->second] = std::move(account);
    }
  }

  static void put(const AccountRecord& account, StoredRun& run) {
    const StoredPrice& price = account.price;
    if (account.delta != run.target.delta) {
      run.priced[priced_name(account.accountant, account.delta)] = price;
      return;
    }
    if (std::pair(account.file, account.line) < std::pair(run.file, run.line) &&
        price_at(run, account.accountant, account.delta))
      return;  // the run's own price is newer
    for (Numbers* const numbers : {&run.epsilons, &run.lowers}) numbers->erase(account.accountant);
    for (Texts* const texts : {&run.directions, &run.notes, &run.unsupported})
      texts->erase(account.accountant);
    if (price.epsilon) {
      run.epsilons[account.accountant] = *price.epsilon;
      run.directions[account.accountant] = price.direction;
      if (price.lower) run.lowers[account.accountant] = *price.lower;
      if (!price.note.empty()) run.notes[account.accountant] = price.note;
    } else {
      run.unsupported[account.accountant] = price.unsupported;
    }
  }

  void add(StoredRun run) {
    run.file = journal_.files.size() - 1;
    run.build = build_;
    run.env_key = env_key_;
    const auto [place, is_new] = index_.try_emplace(run.key, journal_.runs.size());
    if (is_new) {
      journal_.runs.push_back(std::move(run));
      return;
    }
    StoredRun& kept = journal_.runs[place->second];
    ++journal_.superseded;
    compare_with_earlier(run, kept);
    const bool newer = replaces(run, kept);
    const bool cancelled = run.status == Status::cancelled || kept.status == Status::cancelled;
    if (!cancelled && kept.build != run.build && kept.digest != run.digest)
      journal_.replaced.push_back({.key = run.key,
                                   .old_build = newer ? kept.build : run.build,
                                   .new_build = newer ? run.build : kept.build});
    if (newer) kept = std::move(run);
  }

  /// Looks at every earlier run of the key, not only at the one that is kept: another build's may
  /// stand between two that differ.
  void compare_with_earlier(const StoredRun& run, const StoredRun& kept) {
    std::vector<Seen>& all = repeated_[run.key];
    const auto note = [&](const StoredRun& one) {
      if (is_reproducible(one.status)) all.push_back({one.build, one.digest, one.file, one.line});
    };
    if (all.empty()) note(kept);
    if (!is_reproducible(run.status)) return;
    const auto differs = std::find_if(all.begin(), all.end(), [&](const Seen& seen) {
      return seen.build == run.build && seen.digest != run.digest;
    });
    if (differs != all.end())
      journal_.conflicts.push_back({.key = run.key,
                                    .first_digest = differs->digest,
                                    .second_digest = run.digest,
                                    .first = journal_.files[differs->file],
                                    .second = journal_.files[run.file],
                                    .first_line = differs->line,
                                    .second_line = run.line});
    note(run);
  }

  Journal& journal_;
  std::string build_, env_key_;  ///< of the lines being read: their last header says
  std::unordered_map<std::string, std::size_t> index_;
  std::unordered_map<std::string, std::vector<Seen>> repeated_;  ///< keys with several runs
  std::map<std::tuple<std::string, std::string, double>, std::size_t> accounts_;
};

}  // namespace

Journal read_journals(std::span<const fs::path> outs) {
  std::vector<std::tuple<std::string, std::size_t, fs::path>> files;  // name, folder, path
  for (std::size_t i = 0; i < outs.size(); ++i) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(outs[i] / "runs", error))
      if (entry.path().extension() == ".jsonl")
        files.emplace_back(entry.path().filename().string(), i, entry.path());
    require(!error || error == std::errc::no_such_file_or_directory,
            "can't read {}: {}",
            (outs[i] / "runs").string(),
            error.message());
  }
  std::sort(files.begin(), files.end());
  Journal journal;
  Reader reader(journal);
  for (const auto& [name, folder, file] : files) reader.read(file);
  reader.finish();
  return journal;
}

Journal read_journal(const fs::path& out) {
  return read_journals({&out, 1});
}

}  // namespace dpsco
