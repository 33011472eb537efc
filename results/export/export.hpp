// A journal in the formats that other programs read.
#pragma once

#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "results/export/columns.hpp"
#include "results/journal/journal_reader.hpp"

namespace dpsco {

struct ExportQuery {
  std::string format = "csv";          ///< csv, jsonl or sqlite
  std::string to = "-";                ///< file, written beside and renamed; "-": standard output
  std::vector<std::string> columns{};  ///< of csv and jsonl; empty: all, see export_columns
  std::vector<std::string> where{};    ///< conditions, see filtered()
};

/// Writes the journal's runs, one a key. Throws ConfigError on an unknown format, column or
/// condition, on --columns or "-" with sqlite, if there is no run, and if the file can't be
/// written. Returns how many runs were written.
std::size_t export_journal(const Journal& journal, const ExportQuery& query);

/// A header line and one line a run (RFC 4180, lines end with \n); missing is empty, infinity is
/// inf, not a number is nan.
void write_csv(std::ostream& out,
               std::span<const StoredRun* const> runs,
               std::span<const ExportColumn> columns);
/// One flat JSON object a run, columns that it lacks left out. An infinity is null and named in
/// "nonfinite", as in the journal.
void write_jsonl(std::ostream& out,
                 std::span<const StoredRun* const> runs,
                 std::span<const ExportColumn> columns);
/// A new SQLite file with the STRICT tables runs, metrics, accounts, timings and environments
/// (docs/results.md). Throws ConfigError with SQLite's words.
void write_sqlite(const std::filesystem::path& file,
                  const Journal& journal,
                  std::span<const StoredRun* const> runs);

}  // namespace dpsco
