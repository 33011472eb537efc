#pragma once

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Registers every accountant, one line each.
void add_accountants(Catalog& catalog);

}  // namespace dpsco
