#pragma once

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Registers the methods on networks, one line each.
void add_decentralised(Catalog& catalog);

}  // namespace dpsco
