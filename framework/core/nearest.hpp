#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dpsco {

/// The known name nearest to `name` by Damerau-Levenshtein distance (insert, delete, replace,
/// transpose neighbours), ties broken alphabetically; empty if `known` is empty.
std::string nearest_name(std::string_view name, std::span<const std::string> known);

/// "; did you mean 'x'?", or nothing when no name is known.
std::string did_you_mean(std::string_view name, std::span<const std::string> known);

}  // namespace dpsco
