// A TOML document as values with places. It keeps toml++ inside one source file, and profiles and
// --set edit it before anything is interpreted.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "framework/grid/place.hpp"

namespace dpsco {

struct Node {
  struct Entry;
  using Array = std::vector<Node>;
  using Table = std::vector<Entry>;  ///< in order of the file's keys, no key twice
  // No initialiser: it would need Entry complete here. A variant starts as false by itself.
  std::variant<bool, std::int64_t, double, std::string, Array, Table> value;
  Place at{};

  const Table* table() const { return std::get_if<Table>(&value); }
  const Array* array() const { return std::get_if<Array>(&value); }
  const std::string* string() const { return std::get_if<std::string>(&value); }
};

struct Node::Entry {
  std::string key{};
  Place at{};  ///< of the key
  Node value{};
};

/// The entry of that key, or null.
const Node::Entry* find(const Node::Table& table, std::string_view key);
Node::Entry* find(Node::Table& table, std::string_view key);
/// Sets or adds one key.
void put(Node::Table& table, Node::Entry entry);
/// "text", "a table", ...: what the node is, for messages.
std::string_view kind(const Node& node);
/// The table in `node`. Throws ConfigError saying that `what` must be a table.
const Node::Table& table_of(const Node& node, std::string_view what);
/// Throws ConfigError at the first key that is not in `known`, naming the nearest.
void check_keys(const Node::Table& table,
                std::span<const std::string> known,
                std::string_view where);

/// Values under dotted paths: { a = { b = 1 } } and { "a.b" = 1 } are both ("a.b", 1). A range
/// table (one key: lin, log or range) is a value.
Node::Table flattened(const Node::Table& table);
/// True for { lin = ... }, { log = ... } and { range = ... }.
bool is_range(const Node& node);

}  // namespace dpsco
