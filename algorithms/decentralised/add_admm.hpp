#pragma once

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Registers the ADMM family, one line each.
void add_admm(Catalog& catalog);

}  // namespace dpsco
