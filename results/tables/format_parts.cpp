#include "results/tables/format_parts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "results/tables/format.hpp"

namespace dpsco {

namespace {

/// Numbers the reasons in order of appearance, the same reason once.
class Notes {
 public:
  /// " (1)", or nothing for no reason.
  std::string mark(const std::string& reason) {
    if (reason.empty()) return {};
    auto found = std::find(reasons_.begin(), reasons_.end(), reason);
    if (found == reasons_.end()) found = reasons_.insert(reasons_.end(), reason);
    return fmt::format(" ({})", found - reasons_.begin() + 1);
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < reasons_.size(); ++i)
      lines.push_back(fmt::format("({}) {}", i + 1, reasons_[i]));
    return lines;
  }

 private:
  std::vector<std::string> reasons_;
};

/// The number of a cell, with its interval in the way of the statistic.
std::string number_words(const TableCell& cell, const Statistic& statistic) {
  if (statistic.kind == Statistic::Kind::mean || !cell.interval)
    return mean_text(*cell.shown, cell.interval);
  const double half = (cell.interval->high - cell.interval->low) / 2;
  const double size = std::max(std::abs(cell.interval->low), std::abs(cell.interval->high));
  const auto number = [&](double value) {
    // Two digits of the half width, as mean_text has them.
    if (half == 0 || half < 1e-5 * size) return fmt::format("{:.6g}", value);
    if (size < 1e-3 || size >= 1e6) return fmt::format("{:.3e}", value);
    return fmt::format("{:.{}f}", value, std::max(0, 1 - int(std::floor(std::log10(half)))));
  };
  const std::string interval =
      fmt::format("[{}, {}]", number(cell.interval->low), number(cell.interval->high));
  return statistic.kind == Statistic::Kind::interval ? interval
                                                     : number(*cell.shown) + " " + interval;
}

std::string cell_words(const std::optional<TableCell>& cell,
                       const Statistic& statistic,
                       const std::string& reason,
                       const std::string& choice,
                       Notes& notes) {
  if (!cell || !cell->shown) {
    if (reason == "no run") return "-";
    return reason.substr(0, reason.find_first_of(":;")) + notes.mark(reason);
  }
  const std::string failed = cell->failed == 0 ? "" : fmt::format(" [{} failed]", cell->failed);
  return number_words(*cell, statistic) + failed + notes.mark(reason) + notes.mark(choice);
}

std::string slope_words(const LogLogSlope& slope, Notes& notes) {
  if (!slope.value) return fmt::format("-{}", notes.mark(slope.reason));
  const std::string interval =
      slope.interval ? fmt::format(" [{:.3f}, {:.3f}]", slope.interval->low, slope.interval->high)
                     : "";
  return fmt::format("{:.3f}{}{}", *slope.value, interval, notes.mark(slope.reason));
}

}  // namespace

std::string mean_text(double mean, const std::optional<Interval95>& interval) {
  if (!interval) return fmt::format("{:.4g}", mean);
  const double half = (interval->high - interval->low) / 2;
  const double size = std::max(std::abs(mean), half);
  if (half == 0) return fmt::format("{:.4g} +- 0", mean);
  if (half < 1e-5 * std::abs(mean)) return fmt::format("{:.6g} +- {:.1e}", mean, half);
  if (size < 1e-3 || size >= 1e6) {
    // The mean's exponent may be larger: then it gets the digits that reach the half width's
    // second.
    const int digits = int(std::floor(std::log10(size)) - std::floor(std::log10(half))) + 1;
    return fmt::format("{:.{}e} +- {:.1e}", mean, digits, half);
  }
  const int digits = std::max(0, 1 - int(std::floor(std::log10(half))));
  return fmt::format("{:.{}f} +- {:.{}f}", mean, digits, half, digits);
}

std::string markdown_text(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.insert(at, 1, '\\');
  return text;
}

TableWords words_of(const Table& table) {
  TableWords words;
  Notes notes;
  words.header.push_back(fmt::format("{} \\ {}", table.rows_name, table.columns_name));
  for (const FieldValue& column : table.columns) words.header.push_back(to_text(column));
  if (table.has_slope) words.header.emplace_back("slope");
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    auto& line = words.body.emplace_back();
    line.push_back(to_text(table.rows[r]));
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      line.push_back(cell_words(table.cells[r][c],
                                table.statistic,
                                table.reasons[r][c],
                                table.choices.empty() ? "" : table.choices[r][c],
                                notes));
    if (table.has_slope) line.push_back(slope_words(table.slopes[r], notes));
  }
  words.notes = notes.lines();
  return words;
}

}  // namespace dpsco
