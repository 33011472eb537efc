#include "framework/grid/keys.hpp"

#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/canonical_json.hpp"
#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"
#include "framework/core/suggestion.hpp"

namespace dpsco {

namespace {

constexpr int key_schema = 1;  // raise it when the meaning of a key changes: old results stay old
constexpr std::size_t shortest_prefix = 12;

nlohmann::json plugin(const Choice& choice, int version) {
  nlohmann::json parameters = nlohmann::json::object();
  for (const auto& [name, value] : choice.parameters)
    std::visit([&, &key = name](const auto& v) { parameters[key] = v; }, value);
  return {{"name", choice.name}, {"parameters", std::move(parameters)}, {"version", version}};
}

}  // namespace

std::string plugin_json(const Choice& choice, int version) {
  return canonical_json(plugin(choice, version));
}

std::string data_json(const Choice& choice, int version, const std::string& content_hash) {
  nlohmann::json json = plugin(choice, version);
  json["content_hash"] = content_hash;
  return canonical_json(json);
}

std::string privacy_json(const Target& target, const std::string& calibrate, int version) {
  return canonical_json({{"epsilon", target.epsilon},
                         {"delta", target.delta},
                         {"adjacency", name(target.adjacency)},
                         {"calibrate", {{"name", calibrate}, {"version", version}}}});
}

std::string key_text(const KeyParts& parts, std::int64_t repetition, std::uint64_t seed) {
  return fmt::format(
      R"({{"algorithm":{},"data":{},"loss":{},"metrics":{},"privacy":{},"repetition":{},"schema":{},"seed":{}}})",
      parts.algorithm,
      parts.data,
      parts.loss,
      parts.metrics,
      parts.privacy,
      repetition,
      key_schema,
      seed);
}

std::string cell_key(const KeyParts& parts, std::int64_t repetition, std::uint64_t seed) {
  return sha256_hex(key_text(parts, repetition, seed));
}

std::string stream_key(const KeyParts& parts, std::int64_t repetition, std::uint64_t seed) {
  return sha256_hex(fmt::format(
      R"({{"algorithm":{},"data":{},"loss":{},"privacy":{},"repetition":{},"schema":{},"seed":{}}})",
      parts.algorithm,
      parts.data,
      parts.loss,
      parts.privacy,
      repetition,
      key_schema,
      seed));
}

std::string problem_key(const KeyParts& parts,
                        bool varies,
                        std::int64_t repetition,
                        std::uint64_t seed) {
  return sha256_hex(fmt::format(R"({{"data":{},"loss":{},"repetition":{},"schema":{},"seed":{}}})",
                                parts.data,
                                parts.loss,
                                varies ? fmt::to_string(repetition) : "null",
                                key_schema,
                                seed));
}

std::string shared_key(const KeyParts& parts, std::int64_t repetition) {
  return sha256_hex(fmt::format(
      R"({{"data":{},"repetition":{},"schema":{}}})", parts.data, repetition, key_schema));
}

std::string resolve_key(std::string_view prefix, std::span<const std::string> keys) {
  require(prefix.size() >= shortest_prefix &&
              prefix.find_first_not_of("0123456789abcdef") == std::string_view::npos,
          "'{}' is not a key: write at least {} of its hex digits (0-9, a-f)",
          prefix,
          shortest_prefix);
  const std::string* found = nullptr;
  for (const std::string& key : keys) {
    if (!key.starts_with(prefix) || (found != nullptr && *found == key)) continue;
    if (found != nullptr)
      throw ConfigError(fmt::format("key '{}' is ambiguous: {} and {}", prefix, *found, key));
    found = &key;
  }
  if (found != nullptr) return *found;
  std::vector<std::string> heads;
  heads.reserve(keys.size());
  for (const std::string& key : keys) heads.push_back(key.substr(0, prefix.size()));
  throw ConfigError(fmt::format("no run has key '{}'{}", prefix, suggestion(prefix, heads)));
}

}  // namespace dpsco
