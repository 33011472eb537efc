#include "results/report/words.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dpsco {

namespace {

std::string spaced(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

/// Lines from low to high at the largest x that they share.
std::string order_at_end(const Chart& chart, std::string_view x_name) {
  double last = chart.x.low;
  for (const ChartLine& line : chart.lines)
    if (!line.dashed) last = std::max(last, line.points.back().x);
  std::vector<std::pair<double, std::string>> ends;
  for (const ChartLine& line : chart.lines)
    if (!line.dashed && line.points.back().x == last)
      ends.emplace_back(line.points.back().y, line.name);
  std::sort(ends.begin(), ends.end());
  std::vector<std::string> parts;
  parts.reserve(ends.size());
  for (const auto& [y, name] : ends) parts.push_back(fmt::format("{} ({:.3g})", name, y));
  return fmt::format(
      "At {} = {}, from low to high: {}.", x_name, tick_text(last), fmt::join(parts, ", "));
}

}  // namespace

std::string listed(std::span<const std::string> words) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  return fmt::format("{} and {}", fmt::join(words.first(words.size() - 1), ", "), words.back());
}

std::string slug(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!plain && c != '.') c = '-';
  }
  return text;
}

std::string value_title(std::string_view value, std::string_view loss) {
  if (value == "cpu") return "thread CPU time (s)";
  if (value == "wall") return "wall time (s)";
  if (value == "gradients") return "per-example gradients (count)";
  if (value.starts_with("epsilon")) return "epsilon (nats)";
  if (value.find("accuracy") != std::string_view::npos)
    return fmt::format("{} (share of records)", spaced(value));
  if (value.find("risk") != std::string_view::npos)
    return fmt::format("{} ({})", spaced(value), loss == "logistic" ? "nats" : "units of the loss");
  return fmt::format("{} (its own unit)", spaced(value));
}

std::string value_words(std::string_view value) {
  const std::string title = value_title(value, "");
  return title.substr(0, title.rfind(" ("));
}

std::string field_title(std::string_view field, const ReportWords& words) {
  if (field == "d") return "dimension d (features)";
  if (field == "n") return "records n (count)";
  if (field == "epsilon") return "target epsilon (nats)";
  if (field == "delta") return "target delta (probability)";
  const auto unit = words.units.find(field);
  const std::string name = spaced(field.substr(field.find('.') + 1));
  return fmt::format("{} ({})",
                     name,
                     unit == words.units.end() || unit->second.empty() ? "no unit" : unit->second);
}

std::string reading_of(const Chart& chart, std::string_view x_name) {
  std::vector<std::string> rising, falling, neither;
  for (const ChartLine& line : chart.lines) {
    if (line.dashed || !line.slope || !line.slope->interval) continue;
    const double slope = *line.slope->value;
    const bool rises = line.slope->interval->low > 0, falls = line.slope->interval->high < 0;
    (rises   ? rising
     : falls ? falling
             : neither)
        .push_back(fmt::format(
            "{} ({:.2f})", line.name, std::fabs(slope) < 0.005 ? 0 : slope /* no "-0.00" */));
  }
  if (rising.empty() && falling.empty() && neither.empty()) return order_at_end(chart, x_name);
  std::string text;
  const auto add = [&](std::string_view verb, const std::vector<std::string>& names) {
    if (!names.empty())
      text += fmt::format("{}{}: {}.", text.empty() ? "" : " ", verb, listed(names));
  };
  add(fmt::format("Rises with {}", x_name), rising);
  add("Falls", falling);
  add("No trend that the runs can tell from none", neither);
  return text + " In brackets the slope of log mean on log " + std::string(x_name) + ".";
}

}  // namespace dpsco
