// Where a quantity that grows with the dimension passes one that does not.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "framework/registry/catalog.hpp"
#include "results/journal/stored_run.hpp"

namespace dpsco {

/// The smallest d in [1, 10^9] at which tuned bound `growing` exceeds tuned bound `flat` for
/// logistic loss on unit rows (G = 1, L = tr = 1/4); nothing if it never does or a bound has no
/// tuned value.
std::optional<Index> promised_crossing(const Catalog& catalog,
                                       const std::string& flat,
                                       const std::string& growing,
                                       Index n,
                                       const Target& target,
                                       double comparator_norm);

/// The table of promised crossings (01 section 6.3), and below it, for each epsilon of the runs,
/// the dimension where the mean risk of each growing arm passes that of `flat` (log-log
/// interpolation).
std::string crossings_text(std::span<const StoredRun> runs,
                           const Catalog& catalog,
                           const std::string& flat,
                           std::span<const std::string> growing);

}  // namespace dpsco
