#pragma once

#include <filesystem>
#include <string_view>

namespace dpsco {

/// Replaces `file`. Throws ConfigError if that can't be done.
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace dpsco
