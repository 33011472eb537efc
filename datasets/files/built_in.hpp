#pragma once

#include <string_view>

namespace dpsco {

/// Text of datasets/manifest.toml as it was when the program was built.
extern const std::string_view manifest_text;
/// Folder that the program was built from; it may be gone by now.
extern const std::string_view source_root;

}  // namespace dpsco
