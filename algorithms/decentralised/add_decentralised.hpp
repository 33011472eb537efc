#pragma once

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Registers the decentralised methods and their bounds, one line each.
void add_decentralised(Catalog& catalog);

}  // namespace dpsco
