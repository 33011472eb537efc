// What a run is, as canonical JSON, and its SHA-256. Equal content, equal key, whatever the order
// or spelling in the grid. Parts are serialised once and shared by many cells.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "framework/grid/cell.hpp"

namespace dpsco {

/// Canonical JSON of the parts of a key.
struct KeyParts {
  std::string algorithm{}, data{}, loss{}, privacy{}, metrics{};
};

/// {"name":...,"parameters":{...},"version":...}. Throws ConfigError if a number is not finite.
std::string plugin_json(const Choice& choice, int version);
/// The same with the hash of the files behind it ("" for synthetic data).
std::string data_json(const Choice& choice, int version, const std::string& content_hash);
/// Epsilon, delta, adjacency and the calibrating accountant with its version.
std::string privacy_json(const Target& target, const std::string& calibrate, int version);
/// The JSON object that a key is the hash of; keys in sorted order, so it is canonical as it is.
std::string key_text(const KeyParts& parts, std::int64_t repetition, std::uint64_t seed);

/// Cell::key, ::problem_key and ::shared_key, 64 hex digits each.
std::string cell_key(const KeyParts& parts, std::int64_t repetition, std::uint64_t seed);
/// Cell::stream_key.
std::string stream_key(const KeyParts& parts, std::int64_t repetition, std::uint64_t seed);
/// `varies`: Dataset::varies_with_repetition(); if not, all repetitions share one problem.
std::string problem_key(const KeyParts& parts,
                        bool varies,
                        std::int64_t repetition,
                        std::uint64_t seed);
std::string shared_key(const KeyParts& parts, std::int64_t repetition);

/// The key that begins with `prefix`, at least 12 hex digits. Throws ConfigError if it is shorter
/// or not hex, if several keys begin so (naming two), or none (naming the nearest).
std::string resolve_key(std::string_view prefix, std::span<const std::string> keys);

}  // namespace dpsco
