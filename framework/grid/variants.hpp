// One section of a block against the catalog: arms become variants, one per combination of values,
// checked, completed with defaults, and marked for zips and exclusions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/grid/cell.hpp"
#include "framework/grid/grid.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco {

struct Variant {
  const Arm* arm = nullptr;
  Choice choice{};  ///< all parameters; for privacy epsilon, delta, adjacency, calibrate
  std::vector<std::int64_t> zipped{};  ///< [zips] position in each zip, -1 where it takes no part
  std::vector<char> excluded{};        ///< [exclusions] 1 if every condition on this section holds
};

/// All variants of a section in order: arms as written, axes by name, the last one fastest. Throws
/// ConfigError with the place of a bad name or value, of a zip whose axes are missing or of unequal
/// length, of an exclusion that speaks of nothing in the block, and if there would be more than
/// `most`.
std::vector<Variant> variants_of(const GridBlock& block,
                                 Section section,
                                 const Catalog& catalog,
                                 std::size_t most);

/// All parameters of an arm, sweeps by their first value. pre: the arm passed variants_of().
Parameters standard_parameters(const Arm& arm, Section section, const Catalog& catalog);

}  // namespace dpsco
