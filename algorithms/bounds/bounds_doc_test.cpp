// docs/bounds.md is a table of the registry: no bound without a row, no row without a bound, and
// what cards say stands there word for word.
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/testing/bounds.hpp"

namespace dpsco {

namespace {

std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> out;
  for (std::size_t from = 1; from < line.size();) {
    const std::size_t end = std::min(line.find('|', from), line.size());
    std::string cell = line.substr(from, end - from);
    while (!cell.empty() && cell.front() == ' ') cell.erase(0, 1);
    while (!cell.empty() && cell.back() == ' ') cell.pop_back();
    out.push_back(std::move(cell));
    from = end + 1;
  }
  return out;
}

bool says_what_it_bounds(const Card& card, const std::string& cell) {
  const std::string iterate = ", " + std::string(card.iterate);
  if (!card.risk.empty()) return cell == "`" + std::string(card.risk) + "`" + iterate;
  return cell.rfind("no metric: ", 0) == 0 && cell.size() > 20 + iterate.size() &&
         cell.substr(cell.size() - iterate.size()) == iterate;
}

}  // namespace

TEST_CASE("docs/bounds.md has one row for every bound, as its card says, and no other") {
  std::ifstream file(DPSCO_SOURCE_DIR "/docs/bounds.md");
  REQUIRE(file.good());
  std::map<std::string, std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    std::vector<std::string> columns = columns_of(line);
    CAPTURE(line);
    REQUIRE(columns.size() == 6);
    const std::string name = columns[0].substr(1, columns[0].size() - 2);
    CHECK(rows.emplace(name, std::move(columns)).second);
  }
  const Catalog& catalog = testing::catalog();
  for (const std::string& name : catalog.bounds.names()) {
    CAPTURE(name);
    REQUIRE(rows.contains(name));
    const Card& card = catalog.bounds.entry(name).card;
    const std::vector<std::string>& row = rows.at(name);
    CHECK(row[1].size() > 10);
    CHECK(says_what_it_bounds(card, row[3]));
    CHECK(row[4] == card.constants);
    CHECK(row[5] == card.cites);
    // A value without a plan is told exactly of those that have one.
    const Facts facts{
        .n = 1000,
        .d = 10,
        .bounds = {.row_norm = 1, .radius = 1},
        .constants = {
            .lipschitz = 1, .lipschitz_on_ball = 1, .smoothness = 0.25, .hessian_trace = 0.25}};
    const bool tuned = bool(catalog.bounds.make(name)->value(
        {.facts = facts, .target = {.epsilon = 1, .delta = 1e-5}, .comparator_norm = 1}));
    CHECK(tuned == (row[2] != "-"));
    rows.erase(name);
  }
  for (const auto& [name, row] : rows)
    FAIL_CHECK("docs/bounds.md has a row for no bound: " << name);
}

}  // namespace dpsco
