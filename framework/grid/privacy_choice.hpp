#pragma once

#include <string>
#include <vector>

#include "framework/grid/cell.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco {

/// adjacency, calibrate, delta, epsilon.
const std::vector<std::string>& privacy_parameters();

/// One privacy parameter checked: epsilon > 0, 0 < delta < 1 (both finite numbers), a known
/// adjacency, `calibrate` a registered accountant. Throws ConfigError, naming the nearest.
ParameterValue checked_privacy(const std::string& name,
                               const ParameterValue& value,
                               const Catalog& catalog);

/// Fills in adjacency = "replace_one" and calibrate = "auto". Throws ConfigError if epsilon or
/// delta is missing, or if a default is not registered.
Parameters completed_privacy(const Parameters& given, const Catalog& catalog);

/// pre: from completed_privacy().
Target target_of(const Parameters& privacy);

}  // namespace dpsco
