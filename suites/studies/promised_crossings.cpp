#include "suites/studies/promised_crossings.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "results/compare/text_table.hpp"

namespace dpsco {

namespace {

/// Equal but for rounding: 10000^(-1/4) is 0.1.
bool same(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::abs(a);
}

bool same(const SetUp& a, const SetUp& b) {
  return a.facts.n == b.facts.n && same(a.facts.R(), b.facts.R()) &&
         same(a.facts.G(), b.facts.G()) && same(a.facts.L(), b.facts.L()) &&
         a.facts.rank == b.facts.rank && a.target.adjacency == b.target.adjacency &&
         same(a.facts.constants.hessian_trace, b.facts.constants.hessian_trace) &&
         same(a.target.epsilon, b.target.epsilon) && same(a.target.delta, b.target.delta);
}

void add_once(std::vector<SetUp>& all, const SetUp& one) {
  if (std::none_of(all.begin(), all.end(), [&](const SetUp& each) { return same(each, one); }))
    all.push_back(one);
}

/// A set-up with its tuned bounds.
struct Sorted {
  SetUp set_up{};
  TunedBounds bounds{};
};

/// Names that any set-up has, claims before shapes as in each.
std::vector<std::string> all_names(std::span<const Sorted> all,
                                   std::vector<std::string> TunedBounds::*side) {
  std::vector<std::string> names;
  for (const Sorted& each : all)
    for (const std::string& name : each.bounds.*side)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Constants that prove nothing are named beside the bound.
std::string row_name(const Catalog& catalog, const std::string& bound) {
  const std::string_view constants = catalog.bounds.entry(bound).card.constants;
  return constants == "derived" || constants == "published"
             ? bound
             : fmt::format("{} ({})", bound, constants);
}

TextTable matrices(const Catalog& catalog,
                   std::span<const Sorted> all,
                   const std::vector<std::string>& columns) {
  TextTable table{.header = {"n", "epsilon", "delta", "R", "G", "tr", "bound without d", "value"}};
  table.header.insert(table.header.end(), columns.begin(), columns.end());
  for (const auto& [set_up, bounds] : all) {
    const auto& [facts, target] = set_up;
    const double tr = facts.constants.hessian_trace;
    const bool unit = facts.G() == 1 && tr == 0.25;
    std::vector<std::string> where{fmt::format("{}", facts.n),
                                   fmt::format("{:.3g}", target.epsilon),
                                   fmt::format("{:g}", target.delta),
                                   fmt::format("{:g}", facts.R()),
                                   unit ? "" : fmt::format("{:.3g}", facts.G()),
                                   unit ? "" : fmt::format("{:.3g}", tr)};
    for (const std::string& flat : bounds.flat) {
      std::vector<std::string> row = where;
      row.push_back(row_name(catalog, flat));
      row.push_back(fmt::format("{:.3g}", *tuned_value(catalog, flat, facts, 1, target)));
      for (const std::string& growing : columns)
        row.push_back(contains(bounds.growing, growing)
                          ? promised_text(promised_crossing(catalog, flat, growing, facts, target))
                          : "-");
      table.body.push_back(std::move(row));
      for (std::string& word : where) word.clear();  // said once a matrix
    }
  }
  return table;
}

std::string who_is_who(const Catalog& catalog,
                       const std::vector<std::string>& flat,
                       const std::vector<std::string>& growing) {
  TextTable table{.header = {"bound", "d", "constants", "what it bounds", "of"}};
  for (const auto* const names : {&flat, &growing})
    for (const std::string& name : *names) {
      const Card& card = catalog.bounds.entry(name).card;
      table.body.push_back(
          {name,
           names == &flat ? "without" : "with",
           card.constants == "shape only" ? "1 (shape only)" : std::string(card.constants),
           std::string(card.risk),
           std::string(card.iterate)});
    }
  return as_text(table);
}

/// One line a reason.
std::string left_out(std::span<const Sorted> all) {
  std::map<std::string, std::set<std::string>> by_reason;
  for (const Sorted& each : all)
    for (const auto& [name, reason] : each.bounds.without) by_reason[reason].insert(name);
  std::string text;
  for (const auto& [reason, names] : by_reason)
    text += fmt::format("  {}: {}\n", fmt::join(names, ", "), reason);
  return text.empty() ? text
                      : "Bounds without a tuned value of their own, so in no table:\n" + text;
}

}  // namespace

std::vector<SetUp> with_reference_set_ups(std::span<const SetUp> measured) {
  std::vector<SetUp> all;
  for (const SetUp& each : measured) add_once(all, each);
  for (const double R : {1.0, 10.0})
    for (const Index n : {Index{1000}, Index{10000}})
      for (const double epsilon : {std::pow(double(n), -0.25), 0.1, 1.0})
        add_once(all, {unit_logistic_facts(n, R), {.epsilon = epsilon, .delta = 1e-5}});
  return all;
}

std::string promised_text(const std::optional<PromisedCrossing>& crossing) {
  if (!crossing) return "-";
  if (crossing->at) return *crossing->at == 1 ? "from 1 on" : fmt::format("{}", *crossing->at);
  return crossing->level_from ? fmt::format("level at {}", *crossing->level_from) : "never";
}

std::string promised_crossings_text(const Catalog& catalog, std::span<const SetUp> set_ups) {
  std::vector<Sorted> all;
  for (const SetUp& each : set_ups)
    all.push_back({each, tuned_bounds(catalog, each.facts, each.target)});
  const std::vector<std::string> flat = all_names(all, &TunedBounds::flat);
  const std::vector<std::string> growing = all_names(all, &TunedBounds::growing);
  std::vector<std::string> claims, shapes;
  for (const std::string& name : growing)
    (is_shape(catalog, name) ? shapes : claims).push_back(name);

  std::string text =
      "Promised crossings: the smallest dimension d* at which the bound named above a column, "
      "which "
      "grows with d, is\nlarger than the bound of the row, which does not. Each bound is at its "
      "own "
      "best tuning for that d. The set-ups of\nthe runs come first.\n\n";
  text += as_text(matrices(catalog, all, claims));
  if (!shapes.empty())
    text +=
        "\nThe same against shapes: formulas whose unknown constants are set to 1. They "
        "show an order at best, for\nd* goes with the inverse square of the constant.\n\n" +
        as_text(matrices(catalog, all, shapes));
  text +=
      "\nvalue       the bound of the row, at every d: what both promise at d*. Above ln 2 = 0.693 "
      "it says nothing about\n"
      "            logistic loss, for w = 0 is as good\n"
      "from 1 on   the bound with d is the larger one at every d\n"
      "level at D  the bound with d stops growing at d = D, still below the bound of the row: no "
      "crossing\n"
      "never       no crossing up to d = 10^12\n"
      "(printed)   the bound as its paper prints it, constants included; it is not proved\n"
      "R = ||w*||; G = 1 and tr = 1/4 (logistic loss, rows of norm 1) unless a column says "
      "otherwise. Bounds by rank take\nmin(n, d), or the rank that the data declare if it is "
      "smaller.\n\n";
  text += who_is_who(catalog, flat, growing);
  if (const std::string others = left_out(all); !others.empty()) text += "\n" + others;
  return text;
}

}  // namespace dpsco
