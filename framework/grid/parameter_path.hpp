#pragma once

#include <optional>
#include <string_view>

#include "framework/grid/grid.hpp"

namespace dpsco {

/// data, loss, privacy or algorithm (also written `alg`).
std::optional<Section> section_named(std::string_view text);

/// Reads SECTION.PARAMETER or SECTION.ARM.PARAMETER; the arm's name may itself have dots, privacy
/// has no arms. Throws ConfigError at `at` if the section is unknown or a part is missing.
ParameterPath parameter_path(std::string_view text, const Place& at);

}  // namespace dpsco
