// dpsco list and dpsco describe: what there is, from the catalog alone.
#pragma once

#include <string>

#include "framework/registry/catalog.hpp"

namespace dpsco {

/// One line a plug-in, grouped by kind; `kind` ("algorithms", "accountants", ...) restricts it,
/// empty means all. Throws ConfigError on an unknown kind.
std::string list_text(const Catalog& catalog, const std::string& kind);

/// The same as a JSON list, one object a plug-in in the same order: kind, name, version, doc,
/// family (algorithms: "central" or "decentralised", else null), privacy, adjacency[], needs[],
/// cites[], parameters[{name, kind, default, low, high, words, unit, doc}] and, of a bound, risk,
/// iterate, constants. What a card leaves open is null or empty. Throws ConfigError on an unknown
/// kind.
std::string list_json(const Catalog& catalog, const std::string& kind);

/// list_text or list_json by `format`: "text" or "json", else a ConfigError.
std::string list_as(const std::string& format, const Catalog& catalog, const std::string& kind);

/// Everything a plug-in says about itself, wherever the name stands. Throws ConfigError on an
/// unknown name.
std::string describe_text(const Catalog& catalog, const std::string& name);

}  // namespace dpsco
