// dpsco table: the command line of results/tables.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "framework/registry/catalog.hpp"
#include "results/tables/table.hpp"

namespace dpsco {

struct TableArguments {
  std::string out{}, format = "text";
  std::vector<std::string> values{};
  std::size_t width = 0;  ///< 0: the terminal's
  TableQuery query{};
};

void add_table_command(CLI::App& app, TableArguments& arguments);

/// The tables as text. Throws ConfigError as make_tables does, and if OUT holds no results.
std::string table_text(const TableArguments& arguments, const Catalog& catalog);

/// What a value means, in the metric's own words; tables know the rest, so empty for them.
std::string meaning_of(const std::string& value, const Catalog& catalog);

/// Characters a line of standard output has: the terminal's, else COLUMNS, else 100; at least 40.
std::size_t output_width();

}  // namespace dpsco
