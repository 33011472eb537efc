// Profiles and --set, applied to the document before it is interpreted.
#pragma once

#include <string>
#include <vector>

#include "framework/grid/node.hpp"

namespace dpsco {

/// Names under [profile], in the document's order. Throws ConfigError if one is not a table.
std::vector<std::string> profile_names(const Node& document);

/// The document without [profile], with the chosen one merged over it (tables key by key, arrays
/// and scalars replace) and its `set` applied; an empty name chooses none. Throws ConfigError on an
/// unknown name, naming the nearest.
Node with_profile(const Node& document, const std::string& profile);

/// Applies "path=value[,value]". Throws ConfigError on a path that meets nothing in the document,
/// naming the nearest.
void apply_set(Node& document, const std::string& set);

}  // namespace dpsco
