#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/grid/fields.hpp"
#include "framework/grid/plan_line.hpp"

namespace dpsco {

namespace {

constexpr std::size_t most_shown = 12;

/// Values of one axis in order of appearance, with counts.
class Tally {
 public:
  void add(const std::string& value) {
    const auto [found, fresh] = index_.try_emplace(value, counts_.size());
    if (fresh) counts_.emplace_back(value, 0);
    ++counts_[found->second].second;
  }
  std::size_t size() const { return counts_.size(); }
  std::string text() const {
    std::string out;
    for (std::size_t i = 0; i < std::min(size(), most_shown); ++i)
      out += fmt::format("{}{} ({})", i == 0 ? "" : ", ", counts_[i].first, counts_[i].second);
    if (size() > most_shown) out += fmt::format(", and {} more", size() - most_shown);
    return out;
  }

 private:
  std::vector<std::pair<std::string, std::size_t>> counts_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

std::string plan_summary(std::span<const Cell> cells) {
  std::unordered_set<std::string_view> problems;
  std::map<std::string_view, Tally> fields;
  std::map<std::string, Tally> parameters;
  std::int64_t repetitions = 0;
  for (const Cell& cell : cells) {
    problems.insert(cell.problem_key);
    repetitions = std::max(repetitions, cell.repetition + 1);
    for (const std::string_view field : cell_fields)
      if (field != "repetition") fields[field].add(to_text(*cell_field(cell, field)));
    const std::pair<const char*, const Choice*> choices[] = {
        {"data", &cell.data}, {"loss", &cell.loss}, {"algorithm", &cell.algorithm}};
    for (const auto& [section, choice] : choices) {
      for (const auto& [name, value] : choice->parameters)
        parameters[fmt::format("{}.{}", section, name)].add(to_text(value));
    }
  }
  std::size_t width = 11;
  for (const auto& [name, tally] : parameters)
    if (tally.size() > 1) width = std::max(width, name.size());
  std::string out;
  const auto line = [&](std::string_view name, const std::string& text) {
    out += fmt::format("{:<{}}  {}\n", name, width, text);
  };
  line("runs", fmt::to_string(cells.size()));
  line("problems", fmt::to_string(problems.size()));
  line("repetitions", fmt::to_string(repetitions));
  for (const std::string_view field : cell_fields)
    if (field != "repetition" && !cells.empty()) line(field, fields[field].text());
  for (const auto& [name, tally] : parameters)
    if (tally.size() > 1) line(name, tally.text());
  return out;
}

}  // namespace dpsco
