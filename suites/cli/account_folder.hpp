// dpsco account DIR: prices the ledgers that a folder's journals hold, without running anything.
#pragma once

#include <string>

#include "framework/registry/catalog.hpp"
#include "suites/cli/account_commands.hpp"

namespace dpsco {

/// Prices every ledger that a run of OUT has, by each accountant, and appends the answers to a new
/// journal file in OUT/runs. query.delta <= 0 means the deltas that the ledger's runs were
/// promised. What this build has already priced is not priced again. Returns what was done and the
/// table of epsilons, as text; json: {"ledgers", "priced", "known", "unsupported", "file" or null}.
/// Throws ConfigError if OUT holds no results or no ledger, or on an unknown name; JournalError if
/// the file can't be written (what was priced before stays).
std::string account_folder(const std::string& out,
                           const AccountQuery& query,
                           const Catalog& catalog);

}  // namespace dpsco
