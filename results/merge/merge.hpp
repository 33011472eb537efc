#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "results/journal/journal_reader.hpp"

namespace dpsco {

struct MergeReport {
  std::size_t runs = 0;                 ///< that OUT has now
  std::size_t written = 0;              ///< of these, now
  std::size_t dropped = 0;              ///< older or equal runs of the same key
  std::size_t bad = 0;                  ///< torn lines passed over
  std::vector<Replacement> replaced{};  ///< two builds disagree: the newest was kept
  std::vector<Conflict> conflicts{};    ///< not empty: nothing was written
  std::filesystem::path file{};         ///< the new journal file; empty if there was nothing new
};

/// Unites the journals and plans of `folders` and of OUT, if that has some. Same key and same
/// digest: one stays; another build's digest: the newest stays and the report names both; another
/// digest by the same build: nothing is written. New lines go unchanged into one new file of
/// OUT/runs, so a merge that is repeated adds nothing. Throws ConfigError if a folder has no
/// journal or OUT can't be written.
MergeReport merge_journals(std::span<const std::filesystem::path> folders,
                           const std::filesystem::path& out);

/// What was done, or why not, one line a conflict or replacement; ends with a newline.
std::string merge_text(const MergeReport& report, const std::filesystem::path& out);
/// {"runs", "written", "dropped", "bad", "file" or null, "replaced": [{"key", "old_build",
/// "new_build"}], "conflicts": [{"key", "digests": [2], "places": [2]}]}.
std::string merge_json(const MergeReport& report);

}  // namespace dpsco
