#include "results/compare/text_table.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "results/tables/format_parts.hpp"

namespace dpsco {

namespace {

/// Places of the columns that say something.
std::vector<std::size_t> used_columns(const TextTable& table) {
  std::vector<std::size_t> used;
  for (std::size_t c = 0; c < table.header.size(); ++c)
    if (std::any_of(table.body.begin(), table.body.end(), [&](const auto& line) {
          return !line[c].empty();
        }))
      used.push_back(c);
  return used;
}

}  // namespace

std::string as_text(const TextTable& table) {
  const std::vector<std::size_t> columns = used_columns(table);
  if (columns.empty()) return {};
  std::vector<std::size_t> widths;
  for (const std::size_t c : columns) {
    std::size_t width = table.header[c].size();
    for (const auto& line : table.body) width = std::max(width, line[c].size());
    widths.push_back(width);
  }
  const auto line_of = [&](const std::vector<std::string>& words) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i)
      line += fmt::format("{:<{}}  ", words[columns[i]], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  };
  std::string out = line_of(table.header);
  out += std::string(std::accumulate(widths.begin(), widths.end(), 2 * (widths.size() - 1)), '-');
  out += '\n';
  for (const auto& line : table.body) out += line_of(line);
  return out;
}

std::string as_markdown(const TextTable& table) {
  const std::vector<std::size_t> columns = used_columns(table);
  const auto line_of = [&](const std::vector<std::string>& words) {
    std::string line = "|";
    for (const std::size_t c : columns) line += fmt::format(" {} |", markdown_text(words[c]));
    return line + "\n";
  };
  std::string out = line_of(table.header);
  out += line_of(std::vector<std::string>(table.header.size(), "---"));
  for (const auto& line : table.body) out += line_of(line);
  return out;
}

std::string as_lines(const std::vector<std::string>& lines, bool markdown) {
  std::string out;
  for (const std::string& line : lines) out += fmt::format("{}{}\n", markdown ? "- " : "", line);
  return out;
}

}  // namespace dpsco
