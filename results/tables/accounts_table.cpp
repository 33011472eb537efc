#include "results/tables/accounts_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace dpsco {

namespace {

struct Span {
  double low = std::numeric_limits<double>::infinity(), high = 0;
  bool estimate = false;
};

struct Line {
  std::size_t position =
      std::numeric_limits<std::size_t>::max();  ///< of its first cell in the plan
  std::string label, target;
  std::map<std::string, Span> epsilons;
};

std::string epsilon_text(const Span& span) {
  const auto number = [](double v) {
    return std::isinf(v)
               ? std::string("inf")
               : fmt::format("{:.4f}", std::ceil(v * 1e4) / 1e4) /* up: against the user */;
  };
  std::string text = number(span.low);
  if (number(span.high) != text) text += ".." + number(span.high);
  return (span.estimate ? "~" : "") + text;
}

std::vector<Line> lines_of(std::span<const StoredRun> runs, const PlanOrder& plan) {
  std::map<std::string, Line> lines;
  for (const StoredRun& run : runs) {
    if (run.epsilons.empty() && run.unsupported.empty()) continue;
    const std::string target = fmt::format("({:g}, {:g}) {} by {}",
                                           run.target.epsilon,
                                           run.target.delta,
                                           name(run.target.adjacency),
                                           run.calibrate);
    Line& line = lines[run.label + '\n' + target];
    line.label = run.label;
    line.target = target;
    const auto at = plan.find(run.key);
    if (at != plan.end()) line.position = std::min(line.position, at->second);
    for (const auto& [accountant, epsilon] : run.epsilons) {
      Span& span = line.epsilons[accountant];
      span.low = std::min(span.low, epsilon);
      span.high = std::max(span.high, epsilon);
      const auto direction = run.directions.find(accountant);
      span.estimate =
          span.estimate || (direction != run.directions.end() && direction->second == "estimate");
    }
  }
  std::vector<Line> sorted;
  sorted.reserve(lines.size());
  for (auto& [key, line] : lines) sorted.push_back(std::move(line));
  std::stable_sort(sorted.begin(), sorted.end(), [](const Line& a, const Line& b) {
    return a.position < b.position;
  });
  return sorted;
}

}  // namespace

std::string accounts_text(std::span<const StoredRun> runs, const PlanOrder& plan) {
  const std::vector<Line> lines = lines_of(runs, plan);
  if (lines.empty()) return "no run was priced\n";
  std::set<std::string> accountants;
  for (const StoredRun& run : runs) {
    for (const auto& [accountant, epsilon] : run.epsilons) accountants.insert(accountant);
    for (const auto& [accountant, reason] : run.unsupported) accountants.insert(accountant);
  }
  std::vector<std::vector<std::string>> rows{{"label", "target and calibration"}};
  for (const std::string& accountant : accountants) rows[0].push_back(accountant);
  for (const Line& line : lines) {
    rows.push_back({line.label, line.target});
    for (const std::string& accountant : accountants) {
      const auto found = line.epsilons.find(accountant);
      rows.back().push_back(found == line.epsilons.end() ? "-" : epsilon_text(found->second));
    }
  }
  std::vector<std::size_t> width(rows[0].size(), 0);
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], row[k].size());
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k)
      line += k < 2 ? fmt::format("{:<{}}  ", row[k], width[k])
                    : fmt::format("{:>{}}  ", row[k], width[k]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text +
         "epsilon in nats at the target's delta; ~ an estimate, - not priced, inf: no privacy.\n"
         "Upper bounds of one and the same noise: a smaller number is a sharper proof, not more "
         "privacy.\n";
}

}  // namespace dpsco
