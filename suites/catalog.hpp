#pragma once

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// Every plug-in of the project.
Catalog full_catalog();

}  // namespace dpsco
