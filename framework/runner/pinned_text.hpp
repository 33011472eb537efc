// The one door through which a parameter reaches a text file. A result's key holds parameters and
// not what files say, so the parameter must name the content too: PATH#DIGEST.
#pragma once

#include <string>
#include <string_view>

namespace dpsco {

/// The bytes of the file PATH in "PATH#DIGEST". Throws ConfigError if it can't be read, if there is
/// no digest of at least 12 hex digits, or if the file's SHA-256 does not begin with it; the
/// sentence gives the digest to write.
std::string read_pinned_text(std::string_view pinned);

}  // namespace dpsco
