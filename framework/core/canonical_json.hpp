// Canonical JSON: sorted keys, shortest round-trip doubles, no white space. Equal content, equal
// bytes, so its SHA-256 is a key.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace dpsco {

/// Objects sort their keys (nlohmann's default map). Numbers are written by fmt's shortest form, a
/// whole double as 1.0, so 1.0 and 1e0 agree and differ from the integer 1. Throws ConfigError on
/// NaN or infinity, which JSON does not have.
std::string canonical_json(const nlohmann::json& value);

}  // namespace dpsco
