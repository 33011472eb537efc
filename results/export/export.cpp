#include "results/export/export.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <unistd.h>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
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

/// Calls write(path) for a file beside `to`, then renames it: no reader sees half an export.
void write_beside(const fs::path& to, const std::function<void(const fs::path&)>& write) {
  fs::path fresh = to;
  fresh += fmt::format(".{}.tmp", getpid());
  std::error_code ignored;
  fs::remove(fresh, ignored);
  try {
    write(fresh);
  } catch (...) {
    fs::remove(fresh, ignored);
    throw;
  }
  std::error_code error;
  fs::rename(fresh, to, error);
  require(!error, "can't write {}: {}", to.string(), error.message());
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
    out.flush();
    require(bool(out), "can't write {}: is the disk full?", query.to);
  };
  if (query.to == "-") {
    write(std::cout);
  } else {
    write_beside(query.to, [&](const fs::path& file) {
      std::ofstream out(file, std::ios::binary);
      require(out.is_open(), "can't create {}: is the folder there?", query.to);
      write(out);
    });
  }
  return runs.size();
}

}  // namespace dpsco
