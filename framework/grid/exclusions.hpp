#pragma once

#include <vector>

#include "framework/grid/grid.hpp"
#include "framework/grid/variants.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Fills Variant::excluded. A run is excluded if, for one exclusion, the variants of all four
/// sections are marked. Throws ConfigError if a condition on this section speaks of an arm or
/// parameter that the block does not have, naming the nearest. pre: the arms' names are registered.
void mark_exclusions(const GridBlock& block,
                     Section section,
                     const Catalog& catalog,
                     std::vector<Variant>& variants);

}  // namespace dpsco
