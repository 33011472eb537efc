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

using Prices = std::map<std::string, StoredPrice>;  ///< by accountant

Prices prices_of(const StoredRun& run, const std::optional<double>& delta) {
  Prices prices;
  const double at = delta.value_or(run.target.delta);
  const auto add = [&](std::string_view accountant) {
    if (auto price = price_at(run, accountant, at))
      prices.insert_or_assign(std::string(accountant), *std::move(price));
  };
  for (const auto& [accountant, epsilon] : run.epsilons) add(accountant);
  for (const auto& [accountant, reason] : run.unsupported) add(accountant);
  for (const auto& [name, price] : run.priced) add(name.substr(0, name.rfind('@')));
  return prices;
}

std::vector<Line> lines_of(std::span<const StoredRun> runs,
                           const PlanOrder& plan,
                           const std::optional<double>& delta,
                           std::set<std::string>& accountants) {
  std::map<std::string, Line> lines;
  for (const StoredRun& run : runs) {
    const Prices prices = prices_of(run, delta);
    if (prices.empty()) continue;
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
    for (const auto& [accountant, price] : prices) {
      accountants.insert(accountant);
      if (!price.epsilon) continue;
      Span& span = line.epsilons[accountant];
      span.low = std::min(span.low, *price.epsilon);
      span.high = std::max(span.high, *price.epsilon);
      span.estimate = span.estimate || price.direction == "estimate";
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

std::string accounts_text(std::span<const StoredRun> runs,
                          const PlanOrder& plan,
                          std::optional<double> delta) {
  std::set<std::string> accountants;
  const std::vector<Line> lines = lines_of(runs, plan, delta, accountants);
  if (lines.empty()) return "no run was priced\n";
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
  const std::string at = delta ? fmt::format("delta = {}", *delta) : "the target's delta";
  return text +
         fmt::format("epsilon in nats at {}; ~ an estimate, - not priced, inf: no privacy.\n", at) +
         "Upper bounds of one and the same noise: a smaller number is a sharper proof, not more "
         "privacy.\n";
}

}  // namespace dpsco
