// dpsco list and dpsco describe: what there is, from the catalog alone.
#pragma once

#include <string>

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// One line a plug-in, grouped by kind; `kind` ("algorithms", "accountants", ...) restricts it,
/// empty means all. Throws ConfigError on an unknown kind.
std::string list_text(const Catalog& catalog, const std::string& kind);

/// Everything a plug-in says about itself, wherever the name stands. Throws ConfigError on an
/// unknown name.
std::string describe_text(const Catalog& catalog, const std::string& name);

}  // namespace dpsco
