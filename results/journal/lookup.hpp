// A name that a run may not have, looked up in its maps.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "results/journal/stored_run.hpp"

namespace dpsco {

/// The number called `name`; empty if there is none.
inline std::optional<double> number_in(const Numbers& numbers, std::string_view name) {
  const auto found = numbers.find(name);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

/// The text called `name`; empty if there is none.
inline std::string text_in(const Texts& texts, std::string_view name) {
  const auto found = texts.find(name);
  return found == texts.end() ? "" : found->second;
}

}  // namespace dpsco
