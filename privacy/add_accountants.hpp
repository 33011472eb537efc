#pragma once

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Registers every accountant, one line each.
void add_accountants(Catalog& catalog);

/// A catalog of the accountants alone, made at the first call and never changed: safe to share.
const Catalog& accountant_catalog();

}  // namespace dpsco
