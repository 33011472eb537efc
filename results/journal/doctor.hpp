// What is wrong with a folder of results, in sentences.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "results/journal/journal_reader.hpp"

namespace dpsco {

struct Finding {
  std::string kind{};  ///< torn, mixed-builds, contaminated, nondeterministic, missing-ledger, ...
  std::string text{};  ///< what, where and what to do
  bool fault = true;   ///< false: worth knowing, nothing to repair
};

/// Faults: torn lines, one key with two digests by one build, runs of several builds, runs timed
/// alone whose time others disturbed, ledgers that runs name and no file has. Notes: files without
/// a footer, runs that a newer one replaced, timings of several machines.
std::vector<Finding> examine(const Journal& journal);

/// examine(read_journal(out)); a file that can't be read (a newer schema) is a finding too. Throws
/// ConfigError if OUT has no journal.
std::vector<Finding> examine_folder(const std::filesystem::path& out);

bool has_fault(const std::vector<Finding>& findings);
/// A line each, or that all is well.
std::string findings_text(const std::vector<Finding>& findings);
/// {"healthy": bool, "findings": [{"kind", "fault", "text"}]}.
std::string findings_json(const std::vector<Finding>& findings);

}  // namespace dpsco
