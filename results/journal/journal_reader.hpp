#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "results/journal/account_line.hpp"
#include "results/journal/stored_run.hpp"

namespace dpsco {

/// A line that is not a journal line: torn by a kill, or damaged.
struct BadLine {
  std::filesystem::path file{};
  std::size_t line = 0;  ///< from 1
};

/// Two runs of one key by one build that disagree: the program is not deterministic.
struct Conflict {
  std::string key{};
  std::string first_digest{}, second_digest{};
  std::filesystem::path first{}, second{};
  std::size_t first_line = 0, second_line = 0;
};

/// A run that a newer one of its key, by another build and with another digest, has replaced.
struct Replacement {
  std::string key{}, old_build{}, new_build{};
};

/// All that OUT/runs holds.
struct Journal {
  std::vector<std::filesystem::path> files{};  ///< oldest first
  std::vector<StoredRun> runs{};               ///< one per key: the newest, see read_journal
  std::vector<BadLine> bad{};
  std::vector<Conflict> conflicts{};
  std::vector<std::filesystem::path> interrupted{};   ///< files without a footer
  std::map<std::string, std::string> ledgers{};       ///< canonical JSON by hash
  std::map<std::string, std::string> environments{};  ///< canonical JSON by env_key
  std::vector<AccountRecord> accounts{};  ///< the newest of each (ledger, accountant, delta)
  std::size_t superseded = 0;             ///< runs that another one of their key replaced
  std::vector<Replacement> replaced{};    ///< of these: where two builds disagree
};

/// Reads every OUT/runs/*.jsonl; nothing if the folder is not there. Of runs with the same key the
/// newest counts: by the time when it finished where both say so, then by file name, which starts
/// with the time, then by line; except that a cancelled run replaces no other. Prices of kind
/// `account` are put into the runs that have their ledger; of two prices the newer file's counts.
/// Bad lines are listed and passed over. Throws ConfigError if a file can't be opened or was
/// written by a newer schema than this build reads.
Journal read_journal(const std::filesystem::path& out);

/// The same over several folders, as if their files stood in one. A file's place in the order is
/// its name's, then its folder's.
Journal read_journals(std::span<const std::filesystem::path> outs);

}  // namespace dpsco
