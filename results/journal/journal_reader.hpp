#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

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
  std::filesystem::path first{}, second{};
  std::size_t first_line = 0, second_line = 0;
};

/// All that OUT/runs holds.
struct Journal {
  std::vector<std::filesystem::path> files{};  ///< oldest first
  std::vector<StoredRun> runs{};               ///< one per key: the newest, see read_journal
  std::vector<BadLine> bad{};
  std::vector<Conflict> conflicts{};
  std::vector<std::filesystem::path> interrupted{};  ///< files without a footer
  std::map<std::string, std::string> ledgers{};      ///< canonical JSON by hash
  std::size_t superseded = 0;  ///< runs that a newer one of their key replaced
};

/// Reads every OUT/runs/*.jsonl; nothing if the folder is not there. Of runs with the same key the
/// newest counts (by file name, which starts with the time, then by line), except that a cancelled
/// run replaces no other. Bad lines are listed and passed over. Throws ConfigError if a file can't
/// be opened or was written by a newer schema than this build reads.
Journal read_journal(const std::filesystem::path& out);

}  // namespace dpsco
