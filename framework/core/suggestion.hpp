#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dpsco {

/// "; did you mean 'x'?", or nothing if no known name is near: for messages that say anyway what is
/// known. See did_you_mean.
std::string suggestion(std::string_view name, std::span<const std::string> known);

/// suggestion(), or where it is silent those of the names that contain `name`, or what lists them
/// all: "; `dpsco data` lists them".
std::string suggestion_or_list(std::string_view name,
                               std::span<const std::string> known,
                               std::string_view listing);

}  // namespace dpsco
