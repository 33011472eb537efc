#pragma once

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Registers every method and every bound, one line each.
void add_algorithms(Catalog& catalog);

}  // namespace dpsco
