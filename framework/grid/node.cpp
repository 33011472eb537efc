#include "framework/grid/node.hpp"

#include <algorithm>

#include "framework/core/nearest.hpp"

namespace dpsco {

const Node::Entry* find(const Node::Table& table, std::string_view key) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.key == key; });
  return found == table.end() ? nullptr : &*found;
}

Node::Entry* find(Node::Table& table, std::string_view key) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.key == key; });
  return found == table.end() ? nullptr : &*found;
}

void put(Node::Table& table, Node::Entry entry) {
  if (Node::Entry* old = find(table, entry.key)) {
    *old = std::move(entry);
  } else {
    table.push_back(std::move(entry));
  }
}

std::string_view kind(const Node& node) {
  struct Names {
    std::string_view operator()(bool /*value*/) const { return "true or false"; }
    std::string_view operator()(std::int64_t /*value*/) const { return "a whole number"; }
    std::string_view operator()(double /*value*/) const { return "a number"; }
    std::string_view operator()(const std::string& /*value*/) const { return "text"; }
    std::string_view operator()(const Node::Array& /*value*/) const { return "an array"; }
    std::string_view operator()(const Node::Table& /*value*/) const { return "a table"; }
  };
  return std::visit(Names{}, node.value);
}

const Node::Table& table_of(const Node& node, std::string_view what) {
  if (const Node::Table* table = node.table()) return *table;
  refuse(node.at, "{} must be a table, not {}", what, kind(node));
}

void check_keys(const Node::Table& table,
                std::span<const std::string> known,
                std::string_view where) {
  for (const Node::Entry& entry : table) {
    if (std::find(known.begin(), known.end(), entry.key) == known.end()) {
      refuse(
          entry.at, "unknown key '{}' in {}{}", entry.key, where, did_you_mean(entry.key, known));
    }
  }
}

bool is_range(const Node& node) {
  const Node::Table* table = node.table();
  return table != nullptr && table->size() == 1 &&
         (table->front().key == "lin" || table->front().key == "log" ||
          table->front().key == "range");
}

Node::Table flattened(const Node::Table& table) {
  Node::Table flat;
  for (const Node::Entry& entry : table) {
    const Node::Table* inner = entry.value.table();
    if (inner == nullptr || is_range(entry.value)) {
      flat.push_back(entry);
      continue;
    }
    for (Node::Entry& deeper : flattened(*inner)) {
      deeper.key = entry.key + "." + deeper.key;
      flat.push_back(std::move(deeper));
    }
  }
  return flat;
}

}  // namespace dpsco
