#pragma once

#include <string>

#include "results/journal/journal_reader.hpp"

namespace dpsco {

/// The journal of a folder that a user named. Throws ConfigError if it has no journal files, and as
/// read_journal.
Journal results_in(const std::string& folder);

}  // namespace dpsco
