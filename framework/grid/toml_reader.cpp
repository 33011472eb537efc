#include "framework/grid/toml_reader.hpp"

#include <optional>

#include <toml++/toml.h>

namespace dpsco {

namespace {

Place place(const std::shared_ptr<const std::string>& source, const toml::source_region& region) {
  return {source, std::uint32_t(region.begin.line), std::uint32_t(region.begin.column)};
}

Node converted(const toml::node& node, const std::shared_ptr<const std::string>& source) {
  Node out;
  out.at = place(source, node.source());
  switch (node.type()) {
    case toml::node_type::table: {
      Node::Table table;
      for (const auto& [key, value] : *node.as_table()) {
        table.push_back(
            {std::string(key.str()), place(source, key.source()), converted(value, source)});
      }
      out.value = std::move(table);
      break;
    }
    case toml::node_type::array: {
      Node::Array array;
      for (const toml::node& item : *node.as_array()) array.push_back(converted(item, source));
      out.value = std::move(array);
      break;
    }
    case toml::node_type::string:
      out.value = node.as_string()->get();
      break;
    case toml::node_type::integer:
      out.value = node.as_integer()->get();
      break;
    case toml::node_type::floating_point:
      out.value = node.as_floating_point()->get();
      break;
    case toml::node_type::boolean:
      out.value = node.as_boolean()->get();
      break;
    default:
      refuse(out.at, "dates and times have no meaning here; quote it to make it text");
  }
  return out;
}

void set_place(Node& node, const Place& at) {
  node.at = at;
  if (auto* array = std::get_if<Node::Array>(&node.value)) {
    for (Node& item : *array) set_place(item, at);
  } else if (auto* table = std::get_if<Node::Table>(&node.value)) {
    for (Node::Entry& entry : *table) {
      entry.at = at;
      set_place(entry.value, at);
    }
  }
}

std::optional<Node> as_toml(std::string_view text) {
  try {
    Node document = read_toml("v = " + std::string(text), "");
    auto& table = std::get<Node::Table>(document.value);
    if (table.size() == 1 && table.front().key == "v") return std::move(table.front().value);
  } catch (const ConfigError&) {
    return std::nullopt;  // a bare word, the usual way to write text in a shell
  }
  return std::nullopt;
}

// Cuts at commas outside quotes, brackets and braces.
std::vector<std::string_view> pieces_of(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth <= 0) {
      pieces.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  pieces.push_back(text.substr(begin));
  return pieces;
}

bool is_bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '"' || c == '\'';
}

// toml++ limits nested brackets but not dotted keys, and recurses over both: a long enough key
// overflows the stack, in its destructors too. What looks like a key of too many parts is refused
// unparsed; prose and paths in comments and text do not look like one.
void check_dotted_keys(std::string_view text, const std::shared_ptr<const std::string>& source) {
  constexpr int most_parts = 20;
  Place at{source, 1, 0};
  int dots = 0;
  char before = '\n';  // the last character that is no blank
  bool blank = false;
  char quote = 0;  // inside a quoted part: its characters count for nothing
  for (const char c : text) {
    ++at.column;
    if (quote != 0 && c != '\n') {
      if (c == quote) quote = 0;
      continue;
    }
    quote = c == '"' || c == '\'' ? c : char{0};
    if (c == ' ' || c == '\t') {
      blank = true;
      continue;
    }
    if (c == '.' && is_bare(before)) {
      ++dots;
    } else if (!is_bare(c) || (blank && is_bare(before))) {
      dots = 0;
    }
    if (dots >= most_parts) refuse(at, "a key has more than {} dotted parts", most_parts);
    if (c == '\n') at = {source, at.line + 1, 0};
    before = c;
    blank = false;
  }
}

}  // namespace

Node read_toml(std::string_view text, const std::string& source) {
  const auto name = std::make_shared<const std::string>(source);
  check_dotted_keys(text, name);
  try {
    return converted(toml::parse(text, source), name);
  } catch (const toml::parse_error& error) {
    refuse(place(name, error.source()), "{}", error.description());
  }
}

Node read_values(std::string_view text, const Place& at) {
  Node::Array values;
  for (std::string_view piece : pieces_of(text)) {
    const std::size_t first = piece.find_first_not_of(' ');
    if (first == std::string_view::npos) refuse(at, "a value is missing after '=' or ','");
    piece = piece.substr(first, piece.find_last_not_of(' ') - first + 1);
    Node value = as_toml(piece).value_or(Node{std::string(piece), {}});
    set_place(value, at);
    values.push_back(std::move(value));
  }
  if (values.size() == 1) return std::move(values.front());
  return {std::move(values), at};
}

}  // namespace dpsco
