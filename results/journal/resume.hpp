#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "results/journal/journal_reader.hpp"

namespace dpsco {

/// What `--rerun` asks to run again although the journal has it.
struct Rerun {
  bool failed = false;   ///< status failed
  bool timeout = false;  ///< status timeout
  bool stale = false;    ///< written by another build
};

/// Reads "failed,stale". `failed` means failed and timeout; `timeout` alone is a choice too; empty
/// means nothing. Throws ConfigError naming the nearest word.
Rerun rerun_named(std::string_view words);

/// Keys that need not run again: all but cancelled runs and what `rerun` asks for. `build` is this
/// program's build_id().
std::unordered_set<std::string> finished_keys(const Journal& journal,
                                              const Rerun& rerun,
                                              std::string_view build);

}  // namespace dpsco
