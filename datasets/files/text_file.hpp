#pragma once

#include <string>
#include <string_view>

namespace dpsco {

struct TextFile {
  std::string text{};    ///< unpacked
  std::string sha256{};  ///< of the bytes on disk, 64 hex digits
};

/// Reads a whole file, plain or gzip (told apart by the first two bytes, whatever its name).
/// Throws ConfigError if it can't be read, is empty, or its gzip stream is cut or damaged.
TextFile read_text_file(const std::string& path);

/// SHA-256 of `text` with blanks at the ends of lines and blank lines at the end removed, and one
/// newline after the last line: equal for copies that differ in nothing else.
std::string stripped_sha256(std::string_view text);

}  // namespace dpsco
