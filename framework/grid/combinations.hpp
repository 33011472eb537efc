#pragma once

#include <array>
#include <functional>
#include <vector>

#include "framework/grid/grid.hpp"
#include "framework/grid/prepared.hpp"

namespace dpsco {

/// One variant of each section, indexed by Section.
using Combination = std::array<const Prepared*, all_sections.size()>;

/// Calls `visit` for each combination of a block that fits its zips and is not excluded, in order
/// of expansion. A zip costs what it yields, not the product that it avoids. pre: `sections` hold
/// the variants of this block.
void for_each_combination(const GridBlock& block,
                          const std::array<std::vector<Prepared>, all_sections.size()>& sections,
                          const std::function<void(const Combination&)>& visit);

}  // namespace dpsco
