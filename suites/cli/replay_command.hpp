// dpsco replay KEY: runs one cell again, alone and by one thread, and compares digests.
#pragma once

#include <string>

#include "framework/registry/catalog.hpp"

namespace dpsco {

struct ReplayQuery {
  std::string key{};       ///< at least 12 hex digits of it
  std::string out{};       ///< folder of the run; empty: out/*, whichever has the cell
  std::string data_dir{};  ///< folder with data files, looked at first
};

struct ReplayAnswer {
  std::string text{};  ///< the cell, both digests and, if they differ, both sides' numbers
  bool equal = false;
};

/// Takes the cell from plan.jsonl and the digest from the journal; writes nothing. Throws
/// ConfigError if the key is unknown or ambiguous, or the cell has no result yet.
ReplayAnswer replay(const ReplayQuery& query, const Catalog& catalog);

}  // namespace dpsco
