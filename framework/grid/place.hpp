#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "framework/core/check.hpp"

namespace dpsco {

/// Where something was written, to blame it. Line 0: no file, `source` is the whole story ("--set
/// data.d=10").
struct Place {
  std::shared_ptr<const std::string> source{};
  std::uint32_t line = 0, column = 0;
};

/// "grid.toml:3:5", or the source alone.
inline std::string to_text(const Place& at) {
  const std::string source = at.source ? *at.source : std::string();
  return at.line == 0 ? source : fmt::format("{}:{}:{}", source, at.line, at.column);
}

/// Throws ConfigError "PLACE: MESSAGE".
template <class... Args>
[[noreturn]] void refuse(const Place& at, fmt::format_string<Args...> message, Args&&... args) {
  throw ConfigError(
      fmt::format("{}: {}", to_text(at), fmt::format(message, std::forward<Args>(args)...)));
}

/// Runs `make` and puts `at` before the message of any ConfigError that leaves it.
template <class Make>
decltype(auto) blaming(const Place& at, Make&& make) {
  try {
    return std::forward<Make>(make)();
  } catch (const ConfigError& error) {
    refuse(at, "{}", error.what());
  }
}

}  // namespace dpsco
