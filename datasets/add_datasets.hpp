#pragma once

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Registers every data set, one line each.
void add_datasets(Catalog& catalog);

}  // namespace dpsco
