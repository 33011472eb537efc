#pragma once

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Registers every bound, one line each.
void add_bounds(Catalog& catalog);

}  // namespace dpsco
