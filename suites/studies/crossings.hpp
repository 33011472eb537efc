// Where a quantity that grows with the dimension passes one that does not: promised and measured.
#pragma once

#include <span>
#include <string>

#include "framework/registry/catalog.hpp"
#include "results/journal/stored_run.hpp"

namespace dpsco {

/// The tables of promised crossings, for the set-ups of the runs and some more, and below them for
/// each set-up of the runs (fields that differ, dimension and algorithm aside): where the mean
/// excess population risk of each arm in `growing` passes that of each arm in `flat`, beside what
/// the bounds that the runs carry promise for it. Arms are labels; one with several settings of its
/// algorithm becomes several.
std::string crossings_text(std::span<const StoredRun> runs,
                           const Catalog& catalog,
                           std::span<const std::string> flat,
                           std::span<const std::string> growing);

}  // namespace dpsco
