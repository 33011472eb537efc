#pragma once

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Registers every method, one line each.
void add_algorithms(Catalog& catalog);

}  // namespace dpsco
