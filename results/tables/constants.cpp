#include "results/tables/constants.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dpsco {

namespace {

constexpr std::array<std::string_view, 6> said_elsewhere{
    "epsilon", "delta", "adjacency", "data.n", "data.d", "algorithm.name"};

/// Where a field has which value.
struct Places {
  std::map<FieldValue, std::set<std::size_t>> rows{}, columns{};  ///< value: where it is
};

Places places_of(const TableGroups& groups, const RunField& field) {
  Places places;
  for (std::size_t r = 0; r < groups.rows.size(); ++r) {
    for (std::size_t c = 0; c < groups.columns.size(); ++c) {
      // A cell holds one experiment: its first run speaks for all.
      for (const StoredRun* run : groups.cells[r][c]) {
        const auto value = field.of(*run);
        if (!value || to_text(*value).empty()) continue;
        places.rows[*value].insert(r);
        places.columns[*value].insert(c);
        break;
      }
    }
  }
  return places;
}

/// No two values share a row (or column).
bool one_each(const std::map<FieldValue, std::set<std::size_t>>& places) {
  std::set<std::size_t> seen;
  std::size_t total = 0;
  for (const auto& [value, where] : places) {
    seen.insert(where.begin(), where.end());
    total += where.size();
  }
  return total == seen.size();
}

/// "eta0 = 10 (pnsgd; zero), 32 (sgd)".
std::string by_place(const std::string& name,
                     const std::map<FieldValue, std::set<std::size_t>>& places,
                     const std::vector<FieldValue>& axis) {
  std::vector<std::string> parts;
  for (const auto& [value, where] : places) {
    std::vector<std::string> names;
    for (const std::size_t at : where) names.push_back(to_text(axis[at]));
    parts.push_back(names.size() == axis.size()
                        ? to_text(value)
                        : fmt::format("{} ({})", to_text(value), fmt::join(names, "; ")));
  }
  return fmt::format("{} = {}", name, fmt::join(parts, ", "));
}

/// The part behind the dot, where no other field has it.
std::string short_name(const std::string& name, const std::vector<RunField>& fields) {
  const std::string last = name.substr(name.find('.') + 1);
  const auto ends = [&](const RunField& field) {
    return field.name.substr(field.name.find('.') + 1) == last;
  };
  return std::count_if(fields.begin(), fields.end(), ends) == 1 ? last : name;
}

void add_line(std::vector<std::string>& lines,
              const char* head,
              const std::vector<std::string>& parts) {
  if (!parts.empty()) lines.push_back(fmt::format("{}: {}", head, fmt::join(parts, ", ")));
}

}  // namespace

std::vector<std::string> constants_of(const TableGroups& groups,
                                      const std::vector<std::string>& axes) {
  std::vector<const StoredRun*> firsts;
  for (const auto& row : groups.cells)
    for (const auto& cell : row)
      if (!cell.empty()) firsts.push_back(cell.front());
  const std::vector<RunField> fields = identity_fields(firsts);
  std::vector<std::string> everywhere, by_row, by_column;
  for (const RunField& field : fields) {
    const auto is = [&](std::string_view name) { return name == field.name; };
    const std::string name = short_name(field.name, fields);
    if (std::any_of(said_elsewhere.begin(), said_elsewhere.end(), is) ||
        std::any_of(axes.begin(), axes.end(), is) ||
        std::find(axes.begin(), axes.end(), name) != axes.end())
      continue;
    const Places places = places_of(groups, field);
    if (places.rows.empty()) continue;
    const auto& only = *places.rows.begin();
    if (places.rows.size() == 1 && only.second.size() == groups.rows.size()) {
      everywhere.push_back(fmt::format("{} = {}", name, to_text(only.first)));
    } else if (one_each(places.rows)) {
      by_row.push_back(by_place(name, places.rows, groups.rows));
    } else if (one_each(places.columns)) {
      by_column.push_back(by_place(name, places.columns, groups.columns));
    }
  }
  std::vector<std::string> lines;
  add_line(lines, "constants", everywhere);
  add_line(lines, "constants of a row", by_row);
  add_line(lines, "constants of a column", by_column);
  return lines;
}

}  // namespace dpsco
