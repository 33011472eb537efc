#include "results/tables/format.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "results/tables/format_parts.hpp"

namespace dpsco {

namespace {

/// Breaks at blanks so that lines fit; what follows a break is indented.
std::string wrapped(const std::string& text, std::size_t width) {
  std::string out, line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line = fmt::format("  {}", word);
    } else {
      if (!line.empty()) line += ' ';
      line += word;
    }
    at = end + 1;
  }
  return out + line + "\n";
}

std::string aligned(const TableWords& words, std::span<const std::size_t> columns) {
  std::string out;
  std::vector<std::size_t> widths;
  for (const std::size_t c : columns) {
    std::size_t width = words.header[c].size();
    for (const auto& line : words.body) width = std::max(width, line[c].size());
    widths.push_back(width);
  }
  const auto append = [&](const std::vector<std::string>& line) {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i)
      text += fmt::format("{:<{}}  ", line[columns[i]], widths[i]);
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  };
  append(words.header);
  const std::size_t total = std::accumulate(widths.begin(), widths.end(), 2 * (widths.size() - 1));
  out += std::string(total, '-') + "\n";
  for (const auto& line : words.body) append(line);
  return out;
}

/// Column numbers in blocks that fit, each block starting with the row names.
std::vector<std::vector<std::size_t>> blocks(const TableWords& words, std::size_t width) {
  const auto width_of = [&](std::size_t c) {
    std::size_t widest = words.header[c].size();
    for (const auto& line : words.body) widest = std::max(widest, line[c].size());
    return widest;
  };
  std::vector<std::vector<std::size_t>> all;
  std::size_t used = 0;
  for (std::size_t c = 1; c < words.header.size(); ++c) {
    const std::size_t more = 2 + width_of(c);
    if (all.empty() || used + more > width) {
      all.push_back({0});
      used = width_of(0);
    }
    all.back().push_back(c);
    used += more;
  }
  return all;
}

}  // namespace

std::string table_as_text(const Table& table, std::size_t width) {
  const TableWords words = words_of(table);
  std::string out;
  for (const auto& block : blocks(words, width)) out += aligned(words, block) + "\n";
  for (const std::string& note : words.notes) out += wrapped(note, width);
  for (const std::string& line : table.legend) out += wrapped(line, width);
  return out;
}

std::string table_as_markdown(const Table& table) {
  const TableWords words = words_of(table);
  const auto line_of = [](const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) line += fmt::format(" {} |", markdown_text(cell));
    return line + "\n";
  };
  std::string out = line_of(words.header);
  out += line_of(std::vector<std::string>(words.header.size(), "---"));
  for (const auto& line : words.body) out += line_of(line);
  out += "\n";
  for (const std::string& note : words.notes) out += fmt::format("- {}\n", note);
  for (const std::string& line : table.legend) out += fmt::format("- {}\n", line);
  return out;
}

std::string table_as(std::string_view format, const Table& table, std::size_t width) {
  return tables_as(format, {&table, 1}, width);
}

std::string tables_as(std::string_view format, std::span<const Table> tables, std::size_t width) {
  const std::vector<std::string> known{"csv", "json", "latex", "md", "text"};
  require(std::find(known.begin(), known.end(), format) != known.end(),
          "--format: unknown format '{}'{}",
          format,
          did_you_mean(format, known));
  if (format == "csv") return tables_as_csv(tables);
  if (format == "json") return tables_as_json(tables);
  std::string out;
  std::set<std::string> said;
  for (Table table : tables) {
    std::erase_if(table.legend, [&](const std::string& line) { return !said.insert(line).second; });
    if (!out.empty()) out += '\n';
    if (format == "latex") out += table_as_latex(table);
    if (format == "md")
      out += (tables.size() > 1 ? fmt::format("### {}\n\n", table.value) : "") +
             table_as_markdown(table);
    if (format == "text")
      out += (tables.size() > 1 ? fmt::format("{}\n\n", table.value) : "") +
             table_as_text(table, width);
  }
  return out;
}

}  // namespace dpsco
