#include "results/export/export.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "results/files/write_beside.hpp"
#include "results/journal/json_line.hpp"

namespace dpsco {

namespace fs = std::filesystem;

namespace {

bool is_whole(double value) {
  return std::abs(value) < 0x1p53 && value == std::floor(value);
}

void append_csv(std::string& line, const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) {
    line += text;
    return;
  }
  line += '"';
  for (const char c : text) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

void append_csv(std::string& line, const FieldValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return append_csv(line, *text);
  line += fmt::format("{}", std::get<double>(value));
}

}  // namespace

void write_csv(std::ostream& out,
               std::span<const StoredRun* const> runs,
               std::span<const ExportColumn> columns) {
  std::string line;
  for (const ExportColumn& column : columns) {
    if (!line.empty()) line += ',';
    append_csv(line, column.name);
  }
  out << line << '\n';
  for (const StoredRun* run : runs) {
    line.clear();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (c > 0) line += ',';
      if (const auto value = columns[c].of(*run)) append_csv(line, *value);
    }
    out << line << '\n';
  }
}

void write_jsonl(std::ostream& out,
                 std::span<const StoredRun* const> runs,
                 std::span<const ExportColumn> columns) {
  std::string text;
  for (const StoredRun* run : runs) {
    text.clear();
    JsonLine line(text);
    for (const ExportColumn& column : columns) {
      const auto value = column.of(*run);
      if (!value) continue;
      if (const auto* word = std::get_if<std::string>(&*value)) {
        line.text(column.name, *word);
      } else if (const double number = std::get<double>(*value); is_whole(number)) {
        line.whole(column.name, std::int64_t(number));
      } else {
        line.number(column.name, number);
      }
    }
    line.finish();
    out << text;
  }
}

std::size_t export_journal(const Journal& journal, const ExportQuery& query) {
  const std::vector<std::string> formats{"csv", "jsonl", "sqlite"};
  require(std::find(formats.begin(), formats.end(), query.format) != formats.end(),
          "--format: unknown format '{}'{}",
          query.format,
          did_you_mean(query.format, formats));
  require(!journal.runs.empty(), "there are no results to export yet: run the grid first");
  const std::vector<const StoredRun*> runs = filtered(journal.runs, query.where);
  if (query.format == "sqlite") {
    require(query.columns.empty(),
            "--columns is for csv and jsonl: SQLite's SELECT chooses columns");
    require(query.to != "-", "--format sqlite needs a file: say --to FILE.sqlite");
    write_beside(query.to, [&](const fs::path& file) { write_sqlite(file, journal, runs); });
    return runs.size();
  }
  const std::vector<ExportColumn> columns = query.columns.empty()
                                                ? export_columns(journal.runs)
                                                : export_columns_named(journal.runs, query.columns);
  const auto write = [&](std::ostream& out) {
    (query.format == "csv" ? write_csv : write_jsonl)(out, runs, columns);
  };
  if (query.to == "-") {
    write(std::cout);
    std::cout.flush();
    require(bool(std::cout), "can't write to stdout: is the disk full?");
  } else {
    stream_beside(query.to, write);
  }
  return runs.size();
}

}  // namespace dpsco
