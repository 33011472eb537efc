#pragma once

#include <optional>
#include <span>
#include <string>

#include "results/journal/stored_run.hpp"
#include "results/tables/plan_order.hpp"

namespace dpsco {

/// Epsilon by each accountant as aligned text, one line for each label and target, over all data
/// sets and repetitions. Epsilons that differ within a line (by n, for example) are shown as a
/// range; `~` marks an estimate, which proves nothing, `-` an accountant that can't price the
/// ledger. Runs that were never priced are left out. At the target's delta, or at the one given.
std::string accounts_text(std::span<const StoredRun> runs,
                          const PlanOrder& plan,
                          std::optional<double> delta = {});

}  // namespace dpsco
