#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dpsco {

/// The known name that `name` begins, misspells by at most a third (Damerau-Levenshtein), or shares
/// half of its letters with as a beginning, tried in this order; empty if there is none.
std::string nearest_name(std::string_view name, std::span<const std::string> known);

/// "; did you mean 'x'?", else "; expected one of a, b", or nothing when no name is known.
std::string did_you_mean(std::string_view name, std::span<const std::string> known);

}  // namespace dpsco
