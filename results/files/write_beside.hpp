// Files that are whole or not there at all.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace dpsco {

/// Calls write(path) for a file beside `to`, then renames it to `to`: no reader sees half of it,
/// and if write throws, `to` is as it was and nothing is left beside it. Throws ConfigError if the
/// renaming fails.
void write_beside(const std::filesystem::path& to,
                  const std::function<void(const std::filesystem::path&)>& write);

/// The same with a stream. Throws ConfigError, naming `to`, if not all of it could be written.
void stream_beside(const std::filesystem::path& to,
                   const std::function<void(std::ostream&)>& write);

}  // namespace dpsco
