#pragma once

#include "framework/grid/grid.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Two arms under one label would be one row of a table, so they may differ only in parameters that
/// one of them sweeps. Throws ConfigError at the second arm, naming what differs. pre: all arms
/// passed variants_of().
void check_labels(const Grid& grid, const Catalog& catalog);

}  // namespace dpsco
