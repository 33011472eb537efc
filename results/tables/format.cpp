#include "results/tables/format.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

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

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n#") == std::string::npos) return text;
  std::string out(1, '"');
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string csv_number(const std::optional<double>& number) {
  return number ? fmt::format("{}", *number) : "";
}

std::optional<double> low(const std::optional<Interval95>& interval) {
  return interval ? std::optional(interval->low) : std::nullopt;
}
std::optional<double> high(const std::optional<Interval95>& interval) {
  return interval ? std::optional(interval->high) : std::nullopt;
}

using Json = nlohmann::ordered_json;

Json json_of(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}
Json json_of(const std::string& reason) {
  return reason.empty() ? Json(nullptr) : Json(reason);
}
Json json_of(const FieldValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  const double number = std::get<double>(value);
  if (std::abs(number) < 0x1p53 && number == std::floor(number)) return std::int64_t(number);
  return number;
}

std::string markdown_text(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.insert(at, 1, '\\');
  return text;
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

std::string table_as_csv(const Table& table) {
  std::string out = fmt::format("{},{},mean,low,high,runs,failed{},reason\n",
                                csv_text(table.rows_name),
                                csv_text(table.columns_name),
                                table.has_slope ? ",slope,slope_low,slope_high" : "");
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    std::string slope;
    if (table.has_slope) {
      const LogLogSlope& found = table.slopes[r];
      slope = fmt::format(",{},{},{}",
                          csv_number(found.value),
                          csv_number(low(found.interval)),
                          csv_number(high(found.interval)));
    }
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const TableCell cell = table.cells[r][c].value_or(TableCell{});
      out += fmt::format("{},{},{},{},{},{},{}{},{}\n",
                         csv_text(to_text(table.rows[r])),
                         csv_text(to_text(table.columns[c])),
                         csv_number(cell.mean),
                         csv_number(low(cell.interval)),
                         csv_number(high(cell.interval)),
                         cell.runs,
                         cell.failed,
                         slope,
                         csv_text(table.reasons[r][c]));
    }
  }
  for (const std::string& line : table.legend) out += fmt::format("# {}\n", line);
  return out;
}

std::string table_as_json(const Table& table) {
  Json json{{"rows", Json::array()},
            {"columns", Json::array()},
            {"cells", Json::array()},
            {"slope", Json::array()},
            {"reasons", Json::array()},
            {"legend", table.legend}};
  for (const FieldValue& row : table.rows) json["rows"].push_back(json_of(row));
  for (const FieldValue& column : table.columns) json["columns"].push_back(json_of(column));
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Json cells = Json::array(), reasons = Json::array();
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const std::optional<TableCell>& cell = table.cells[r][c];
      cells.push_back(cell ? Json{{"mean", json_of(cell->mean)},
                                  {"low", json_of(low(cell->interval))},
                                  {"high", json_of(high(cell->interval))},
                                  {"runs", cell->runs},
                                  {"failed", cell->failed}}
                           : Json(nullptr));
      reasons.push_back(json_of(table.reasons[r][c]));
    }
    json["cells"].push_back(std::move(cells));
    json["reasons"].push_back(std::move(reasons));
    const LogLogSlope slope = table.has_slope
                                  ? table.slopes[r]
                                  : LogLogSlope{.reason = table.columns_name + " is not a number"};
    Json slope_json{{"value", json_of(slope.value)},
                    {"low", json_of(low(slope.interval))},
                    {"high", json_of(high(slope.interval))}};
    if (!slope.reason.empty()) slope_json["reason"] = slope.reason;
    json["slope"].push_back(std::move(slope_json));
  }
  return json.dump() + "\n";
}

std::string table_as(std::string_view format, const Table& table, std::size_t width) {
  if (format == "text") return table_as_text(table, width);
  if (format == "md") return table_as_markdown(table);
  if (format == "csv") return table_as_csv(table);
  if (format == "json") return table_as_json(table);
  const std::vector<std::string> known{"csv", "json", "md", "text"};
  throw ConfigError(
      fmt::format("--format: unknown format '{}'{}", format, did_you_mean(format, known)));
}

}  // namespace dpsco
