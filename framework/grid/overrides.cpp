#include "framework/grid/overrides.hpp"

#include <algorithm>

#include "framework/core/nearest.hpp"
#include "framework/grid/parameter_path.hpp"
#include "framework/grid/toml_reader.hpp"

namespace dpsco {

namespace {

void merge(Node& under, const Node& over) {
  auto* table = std::get_if<Node::Table>(&under.value);
  if (table == nullptr || over.table() == nullptr) {
    under = over;
    return;
  }
  for (const Node::Entry& entry : *over.table()) {
    if (Node::Entry* old = find(*table, entry.key)) {
      merge(old->value, entry.value);
    } else {
      table->push_back(entry);
    }
  }
}

// One table or a list of them, as a list to edit in place.
Node::Array& listed(Node& node) {
  if (!std::holds_alternative<Node::Array>(node.value)) {
    Node only = std::move(node);
    node = Node{Node::Array{}, only.at};
    std::get<Node::Array>(node.value).push_back(std::move(only));
  }
  return std::get<Node::Array>(node.value);
}

std::string text_under(const Node::Table& table, std::string_view key) {
  const Node::Entry* entry = find(table, key);
  return entry != nullptr && entry->value.string() != nullptr ? *entry->value.string() : "";
}

// Replaces the parameter in every arm that the path names; false if none does. Collects names met.
bool set_in_arms(Node& block,
                 const ParameterPath& path,
                 const Node& value,
                 std::vector<std::string>& met) {
  auto* table = std::get_if<Node::Table>(&block.value);
  if (table == nullptr) return false;
  Node::Entry* section = find(*table, name(path.section));
  if (section == nullptr) return false;
  bool any = false;
  for (Node& arm : listed(section->value)) {
    if (const std::string* only_name = arm.string())
      arm = Node{Node::Table{{"name", arm.at, Node{*only_name, arm.at}}}, arm.at};
    auto* parameters = std::get_if<Node::Table>(&arm.value);
    if (parameters == nullptr) continue;  // the parser will say so
    const Arm names_of{text_under(*parameters, "name"), text_under(*parameters, "label"), {}, {}};
    met.push_back(names_of.name);
    if (!names_of.label.empty()) met.push_back(names_of.label);
    if (!names(path, names_of)) continue;
    put(*parameters, {path.parameter, value.at, value});
    any = true;
  }
  return any;
}

void set_parameter(Node::Table& root, const ParameterPath& path, const Node& value) {
  if (path.parameter == "name" || path.parameter == "label")
    refuse(path.at, "'{}' cannot be set, only parameters can", path.parameter);
  Node::Entry* grid = find(root, "grid");
  if (grid == nullptr) refuse(path.at, "there is no [[grid]] to set '{}' in", to_text(path));
  std::vector<std::string> met;
  bool any = false;
  for (Node& block : listed(grid->value)) any = set_in_arms(block, path, value, met) || any;
  if (any) return;
  if (path.arm.empty()) refuse(path.at, "the grid has no {} to set", name(path.section));
  refuse(path.at,
         "the grid has no {} called '{}'{}",
         name(path.section),
         path.arm,
         did_you_mean(path.arm, met));
}

// [run], [accountants], [metrics], [bounds]: one key of a table at the top.
void set_key(Node::Table& root, const std::string& table_name, const std::string& key, Node value) {
  const Place at = value.at;
  if (table_name == "metrics" || table_name == "bounds") {
    // A block's own list would win over the one just set.
    if (Node::Entry* grid = find(root, "grid")) {
      for (Node& block : listed(grid->value)) {
        if (auto* table = std::get_if<Node::Table>(&block.value))
          std::erase_if(*table, [&](const auto& entry) { return entry.key == table_name; });
      }
    }
  }
  if (find(root, table_name) == nullptr) put(root, {table_name, at, Node{Node::Table{}, at}});
  Node& table = find(root, table_name)->value;
  if (auto* entries = std::get_if<Node::Table>(&table.value))
    put(*entries, {key, at, std::move(value)});
}

void set_path(Node& document, const std::string& path, Node value) {
  static const std::vector<std::string> heads{
      "accountants", "algorithm", "bounds", "data", "loss", "metrics", "privacy", "run"};
  const Place at = value.at;
  auto& root = std::get<Node::Table>(document.value);
  const std::size_t dot = path.find('.');
  const std::string head = path.substr(0, dot);
  if (section_named(head)) {
    set_parameter(root, parameter_path(path, at), value);
    return;
  }
  if (std::find(heads.begin(), heads.end(), head) == heads.end())
    refuse(at, "nothing is called '{}'{}", head, did_you_mean(head, heads));
  if (dot == std::string::npos || dot + 1 == path.size())
    refuse(at, "'{}' names no key; write {}.KEY", path, head);
  set_key(root, head, path.substr(dot + 1), std::move(value));
}

}  // namespace

std::vector<std::string> profile_names(const Node& document) {
  std::vector<std::string> known;
  const Node::Entry* profiles = find(*document.table(), "profile");
  if (profiles == nullptr) return known;
  for (const Node::Entry& entry : table_of(profiles->value, "[profile]")) {
    table_of(entry.value, fmt::format("profile '{}'", entry.key));
    known.push_back(entry.key);
  }
  return known;
}

Node with_profile(const Node& document, const std::string& profile) {
  const std::vector<std::string> known = profile_names(document);
  Node merged = document;
  auto& root = std::get<Node::Table>(merged.value);
  std::erase_if(root, [](const auto& entry) { return entry.key == "profile"; });
  if (profile.empty()) return merged;
  const Node::Entry* profiles = find(*document.table(), "profile");
  const Node::Entry* chosen =
      profiles == nullptr ? nullptr : find(*profiles->value.table(), profile);
  if (chosen == nullptr) {
    refuse({document.at.source},
           "there is no profile '{}'{}",
           profile,
           known.empty() ? "; the grid has none" : did_you_mean(profile, known));
  }
  Node over = chosen->value;
  Node::Table sets;
  auto& entries = std::get<Node::Table>(over.value);
  if (const Node::Entry* set = find(entries, "set"))
    sets = flattened(table_of(set->value, "'set' of a profile"));
  std::erase_if(entries, [](const auto& entry) { return entry.key == "set"; });
  merge(merged, over);
  for (Node::Entry& entry : sets) {
    entry.value.at = entry.at;
    set_path(merged, entry.key, std::move(entry.value));
  }
  return merged;
}

void apply_set(Node& document, const std::string& set) {
  const Place at{std::make_shared<const std::string>("--set " + set)};
  const std::size_t equals = set.find('=');
  if (equals == std::string::npos || equals == 0) refuse(at, "expected PATH=VALUE[,VALUE]");
  set_path(document, set.substr(0, equals), read_values(set.substr(equals + 1), at));
}

}  // namespace dpsco
