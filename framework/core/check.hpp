// A wish we can't grant is a ConfigError: what, where, what was expected. Our own bugs are
// assertions; expected misfits are values (outcome.hpp).
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace dpsco {

/// A mistake of the caller, as a sentence a person can act on. Mains print it and exit with 2.
struct ConfigError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws ConfigError unless `holds`. Write the condition that must hold: then NaN is refused.
template <class... Args>
void require(bool holds, fmt::format_string<Args...> message, Args&&... args) {
  if (!holds) throw ConfigError(fmt::format(message, std::forward<Args>(args)...));
}

}  // namespace dpsco
