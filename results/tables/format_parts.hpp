// What the text and Markdown formats share: the table as a grid of words, with numbered notes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/tables/table.hpp"

namespace dpsco {

struct TableWords {
  std::vector<std::string> header{};             ///< [1 + columns + slope]
  std::vector<std::vector<std::string>> body{};  ///< [rows][1 + columns + slope]
  std::vector<std::string> notes{};              ///< "(1) 2 diverged: ..."
};
TableWords words_of(const Table& table);

/// `text` for a cell of a Markdown table: its bars are no borders.
std::string markdown_text(std::string text);

/// `text` for LaTeX outside math: what has a meaning there is written out.
std::string latex_text(std::string_view text);

/// tables_as() in the formats that programs read.
std::string tables_as_csv(std::span<const Table> tables);
std::string tables_as_json(std::span<const Table> tables);

}  // namespace dpsco
