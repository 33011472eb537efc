// A table of words, as comparisons and tracking print it.
#pragma once

#include <string>
#include <vector>

namespace dpsco {

struct TextTable {
  std::vector<std::string> header{};
  std::vector<std::vector<std::string>> body{};  ///< [rows][header]
};

/// Aligned columns under a rule; columns that are empty in every row are left out.
std::string as_text(const TextTable& table);
/// The same as a Markdown table.
std::string as_markdown(const TextTable& table);
/// One line each; Markdown makes a list of them.
std::string as_lines(const std::vector<std::string>& lines, bool markdown);

}  // namespace dpsco
