#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/grid/cell.hpp"
#include "framework/grid/grid.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Runs refused beyond this unless the caller raises it: a grid that large is mostly a slip.
inline constexpr std::size_t default_max_runs = 100'000;

/// All runs of a grid, frozen. Blocks in order; inside one, data is outermost, then loss, privacy,
/// algorithm and repetition, so that for each repetition the cells of one problem are neighbours.
/// Arms come as written, their axes by name, the last axis fastest. A run whose key came before is
/// dropped, with a line in `notes` if that is given. Linear in the number of runs; a data set is
/// made once for each choice of parameters, to ask for its content hash, and never loaded. Throws
/// ConfigError "source:line:column: ..." on unknown names, bad values, missing files, bad zips or
/// exclusions, clashing labels, more than `max_runs` runs, and on a grid that excludes everything.
std::vector<Cell> expand(const Grid& grid,
                         const Catalog& catalog,
                         std::size_t max_runs = default_max_runs,
                         std::vector<std::string>* notes = nullptr);

}  // namespace dpsco
