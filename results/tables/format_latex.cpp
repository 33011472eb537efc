#include <charconv>

#include <fmt/format.h>

#include "results/tables/format.hpp"
#include "results/tables/format_parts.hpp"

namespace dpsco {

std::string latex_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\textbackslash{}";
        break;
      case '~':
        out += "\\textasciitilde{}";
        break;
      case '^':
        out += "\\textasciicircum{}";
        break;
      case '|':
        out += "\\textbar{}";
        break;
      case '<':
      case '>':
        out += fmt::format("${}$", c);
        break;
      case '[':  // after the end of a row it would be an option
        out += "{[}";
        break;
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        out += '\\';
        out += c;
        break;
      default:
        out += c;
    }
  }
  return out;
}

namespace {

bool is_number(std::string_view word) {
  double number = 0;
  const char* const end = word.data() + word.size();
  const auto result = std::from_chars(word.data(), end, number);
  return result.ec == std::errc{} && result.ptr == end &&
         word.find_first_of("0123456789") != std::string_view::npos;
}

/// 1.25e-08 as 1.25 \times 10^{-8}, inside math.
std::string mathematical(std::string_view number) {
  const std::size_t e = number.find('e');
  if (e == std::string_view::npos) return std::string(number);
  std::string_view digits = number.substr(e + 1);
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return fmt::format("{} \\times 10^{{{}{}}}", number.substr(0, e), negative ? "-" : "", digits);
}

/// A word of a cell: a number in math, what stands around it as text, "(3)" a raised mark.
std::string word_text(std::string_view word) {
  if (word.size() > 2 && word.starts_with('(') && word.ends_with(')') &&
      word.find_first_not_of("0123456789", 1) == word.size() - 1)
    return fmt::format("\\textsuperscript{{{}}}", word.substr(1, word.size() - 2));
  std::string_view core = word;
  while (!core.empty() && core.front() == '[') core.remove_prefix(1);
  while (!core.empty() && (core.back() == ']' || core.back() == ',')) core.remove_suffix(1);
  if (!is_number(core)) return latex_text(word);
  const auto before = std::size_t(core.data() - word.data());
  return latex_text(word.substr(0, before)) + '$' + mathematical(core) + '$' +
         latex_text(word.substr(before + core.size()));
}

/// "0.150 +- 0.025 [1 failed] (1)" as "$0.150 \pm 0.025$ {[}1 failed]\textsuperscript{1}".
std::string cell_text(const std::string& cell) {
  std::string out;
  constexpr std::string_view between = "$ +- $";
  for (std::size_t at = 0; at <= cell.size();) {
    const std::size_t end = std::min(cell.find(' ', at), cell.size());
    const std::string_view word = std::string_view(cell).substr(at, end - at);
    const std::string text = word == "+-" ? "+-" : word_text(word);
    if (!out.empty() && !text.starts_with("\\textsuperscript")) out += ' ';
    out += text;
    at = end + 1;
  }
  for (std::size_t at = 0; (at = out.find(between, at)) != std::string::npos;)
    out.replace(at, between.size(), " \\pm ");
  return out;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : " & ") + cell_text(cell);
  return "    " + line + " \\\\\n";
}

}  // namespace

std::string table_as_latex(const Table& table) {
  const TableWords words = words_of(table);
  const std::size_t columns = table.columns.size();
  std::string out = "% \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n";
  if (!table.legend.empty())
    out += fmt::format("  \\caption{{{}}}\n", latex_text(table.legend.front()));
  out += fmt::format("  \\begin{{tabular}}{{l{}}}\n    \\toprule\n",
                     std::string(words.header.size() - 1, 'r'));
  out += fmt::format("     & \\multicolumn{{{}}}{{c}}{{{}}}{} \\\\\n",
                     columns,
                     latex_text(table.columns_name),
                     table.has_slope ? " &" : "");
  out += fmt::format("    \\cmidrule(lr){{2-{}}}\n", columns + 1);
  std::vector<std::string> header = words.header;
  header.front() = table.rows_name;
  out += line_of(header) + "    \\midrule\n";
  for (const auto& line : words.body) out += line_of(line);
  out +=
      "    \\bottomrule\n  \\end{tabular}\n\n  \\smallskip\n  \\begin{minipage}{\\linewidth}"
      "\\footnotesize\\raggedright\n";
  for (const std::string& note : words.notes) out += "  " + cell_text(note) + "\\par\n";
  for (std::size_t i = 1; i < table.legend.size(); ++i)
    out += "  " + latex_text(table.legend[i]) + "\\par\n";
  return out + "  \\end{minipage}\n\\end{table}\n";
}

}  // namespace dpsco
