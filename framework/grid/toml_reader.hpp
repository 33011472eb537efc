#pragma once

#include <string>
#include <string_view>

#include "framework/grid/node.hpp"

namespace dpsco {

/// Parses a TOML 1.0 document. `source` names it in messages. Throws ConfigError with line and
/// column on bad syntax and on dates and times, which no key here takes.
Node read_toml(std::string_view text, const std::string& source);

/// The values of a --set: scalars, arrays or range tables separated by commas; anything that is not
/// TOML is text as it stands (`gdp`, `2GiB`). One value gives that value, several an array; all
/// carry `at`. Throws ConfigError if a value is empty.
Node read_values(std::string_view text, const Place& at);

}  // namespace dpsco
