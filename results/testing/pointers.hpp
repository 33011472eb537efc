#pragma once

#include <vector>

#include "results/journal/stored_run.hpp"

namespace dpsco {

/// The runs as what works on a choice of them takes them; they must outlive it.
inline std::vector<const StoredRun*> pointers(const std::vector<StoredRun>& runs) {
  std::vector<const StoredRun*> all;
  all.reserve(runs.size());
  for (const StoredRun& run : runs) all.push_back(&run);
  return all;
}

}  // namespace dpsco
