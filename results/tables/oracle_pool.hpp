// What an oracle may choose from besides the settings that were run under its label.
#pragma once

#include <span>
#include <vector>

#include "results/tables/fields.hpp"

namespace dpsco {

/// Copies, under the label "METHOD, oracle-tuned", of the untuned runs of each method that has
/// oracle-tuned runs in `shown`: who chooses by the answer may also choose the default, and of two
/// labels with one setting only the first is run. A copy agrees with some oracle-tuned run of
/// `shown` in all that makes runs different experiments but the algorithm's parameters, the label
/// and `calibrate`, and passes `filter`. Cancelled runs are not copied.
std::vector<StoredRun> untuned_for_oracles(std::span<const StoredRun> runs,
                                           std::span<const StoredRun* const> shown,
                                           const RunFilter& filter);

}  // namespace dpsco
