#pragma once

#include <string>
#include <string_view>

#include "results/journal/stored_run.hpp"

namespace dpsco {

/// What a line turned out to be.
struct ParsedLine {
  bool good = false;   ///< JSON with a kind; a run has a key and known status and adjacency
  std::string kind{};  ///< "run", "header", "ledger", ...
  int version = 0;     ///< "v" of a run line
  StoredRun run{};     ///< only if kind == "run"
};

/// Reads one journal line in one pass without a tree of nodes. Never throws on its content; unknown
/// fields are skipped, so that a later minor addition does not hide a run.
ParsedLine parse_line(std::string_view line);

}  // namespace dpsco
