#include "framework/grid/filter.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <unordered_map>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "framework/grid/fields.hpp"
#include "framework/grid/filter_parser.hpp"

namespace dpsco {

namespace {

// std::regex recurses over pattern and subject: neither may choose the depth of our stack.
constexpr std::size_t longest_pattern = 200, longest_subject = 2000;

const Choice* choice_of(const Cell& cell, std::string_view section) {
  if (section == "data") return &cell.data;
  if (section == "loss") return &cell.loss;
  return section == "algorithm" ? &cell.algorithm : nullptr;
}

/// Which sections have a parameter of that name, over all cells.
class Fields {
 public:
  explicit Fields(const std::vector<Cell>& cells) {
    for (const Cell& cell : cells) {
      for (const char* section : {"data", "loss", "algorithm"}) {
        const Choice& choice = *choice_of(cell, section);
        // One look at each plug-in will do: all cells of one have the same parameters.
        if (!seen_.emplace(section, choice.name).second) continue;
        for (const auto& [name, value] : choice.parameters) sections_[name].insert(section);
      }
    }
  }

  /// "data.d" for "d", "epsilon" for "privacy.epsilon". Throws ConfigError.
  std::string full_name(const FilterNode& node) const {
    std::string field = node.field;
    if (field.starts_with("alg.")) field = "algorithm." + field.substr(4);
    if (field == "alg") field = "algorithm";
    if (field.starts_with("privacy.")) field = field.substr(8);
    if (std::find(cell_fields.begin(), cell_fields.end(), field) != cell_fields.end()) return field;
    const std::size_t dot = field.find('.');
    const auto found = sections_.find(field.substr(dot == std::string::npos ? 0 : dot + 1));
    if (found != sections_.end() && dot != std::string::npos &&
        found->second.contains(field.substr(0, dot)))
      return field;
    require(found != sections_.end() && dot == std::string::npos,
            "filter:{}: unknown field '{}'{}",
            node.field_column,
            node.field,
            did_you_mean(field, known()));
    const std::set<std::string>& where = found->second;
    require(where.size() == 1,
            "filter:{}: '{}' is a parameter of several; write {}",
            node.field_column,
            field,
            fmt::format("{}.{} or {}.{}", *where.begin(), field, *where.rbegin(), field));
    return *where.begin() + "." + field;
  }

 private:
  std::vector<std::string> known() const {
    std::vector<std::string> names(cell_fields.begin(), cell_fields.end());
    for (const auto& [name, where] : sections_) {
      names.push_back(name);
      for (const std::string& section : where) names.push_back(fmt::format("{}.{}", section, name));
    }
    return names;
  }

  std::set<std::pair<std::string, std::string>> seen_;
  std::map<std::string, std::set<std::string>> sections_;
};

std::optional<double> number_in(const ParameterValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return double(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

/// An expression tied to the fields of the cells at hand.
class Predicate {
 public:
  Predicate(FilterNode node, const Fields& fields) : node_(std::move(node)) {
    for (FilterNode& part : node_.parts) parts_.emplace_back(std::move(part), fields);
    if (node_.kind != FilterNode::Kind::comparison) return;
    field_ = fields.full_name(node_);
    if (node_.compare == "=~") set_pattern(to_text(node_.value));
  }

  bool operator()(const Cell& cell) {
    const auto holds = [&](Predicate& part) { return part(cell); };
    switch (node_.kind) {
      case FilterNode::Kind::all_of:
        return std::all_of(parts_.begin(), parts_.end(), holds);
      case FilterNode::Kind::any_of:
        return std::any_of(parts_.begin(), parts_.end(), holds);
      case FilterNode::Kind::none_of:
        return std::none_of(parts_.begin(), parts_.end(), holds);
      case FilterNode::Kind::comparison:
        break;
    }
    const auto value = value_in(cell);
    return value.has_value() && compare(*value);
  }

 private:
  void set_pattern(const std::string& pattern) {
    require(pattern.size() <= longest_pattern,
            "filter:{}: the regular expression is longer than {} characters",
            node_.value_column,
            longest_pattern);
    try {
      pattern_ = std::regex(pattern, std::regex::ECMAScript | std::regex::optimize);
    } catch (const std::regex_error& error) {
      throw ConfigError(fmt::format("filter:{}: '{}' is no regular expression: {}",
                                    node_.value_column,
                                    pattern,
                                    error.what()));
    }
  }

  std::optional<ParameterValue> value_in(const Cell& cell) const {
    if (auto value = cell_field(cell, field_)) return value;
    const std::size_t dot = field_.find('.');
    const Parameters& parameters =
        choice_of(cell, std::string_view(field_).substr(0, dot))->parameters;
    const auto found = parameters.find(std::string_view(field_).substr(dot + 1));
    if (found == parameters.end()) return std::nullopt;
    return found->second;
  }

  bool compare(const ParameterValue& value) {
    if (node_.compare == "=~") return search(to_text(value));
    const auto left = number_in(value), right = number_in(node_.value);
    if (node_.compare == "=" || node_.compare == "!=") {
      const bool equal = left && right ? *left == *right : to_text(value) == to_text(node_.value);
      return equal == (node_.compare == "=");
    }
    if (!left || !right) return false;
    if (node_.compare == "<") return *left < *right;
    if (node_.compare == "<=") return *left <= *right;
    return node_.compare == ">" ? *left > *right : *left >= *right;
  }

  // Few distinct values, many cells: each value is searched once.
  bool search(const std::string& text) {
    const auto [found, fresh] = searched_.try_emplace(text, false);
    if (fresh) found->second = std::regex_search(text.substr(0, longest_subject), pattern_);
    return found->second;
  }

  FilterNode node_;
  std::vector<Predicate> parts_;
  std::string field_;
  std::regex pattern_;
  std::unordered_map<std::string, bool> searched_;
};

}  // namespace

std::vector<Cell> filter_cells(std::vector<Cell> cells, std::string_view expression) {
  Predicate predicate(parse_filter(expression), Fields(cells));
  std::erase_if(cells, [&](const Cell& cell) { return !predicate(cell); });
  return cells;
}

}  // namespace dpsco
