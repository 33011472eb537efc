// The example in docs/grid.md is what people copy: it must be valid, and do what it says.
#include <fstream>
#include <iterator>
#include <sstream>

#include <doctest/doctest.h>

#include "framework/grid/filter.hpp"
#include "framework/grid/testing/catalog.hpp"

namespace dpsco {

namespace {

std::string page() {
  std::ifstream file(std::string(DPSCO_SOURCE_DIR) + "/docs/grid.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string example() {
  const std::string text = page(), fence = "```toml\n";
  const std::size_t begin = text.find(fence);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = text.find("```", begin + fence.size());
  REQUIRE(end != std::string::npos);
  return text.substr(begin + fence.size(), end - begin - fence.size());
}

std::vector<std::string> options(const std::string& name) {
  std::vector<std::string> found;
  std::istringstream lines(page());
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(name + " ")) found.push_back(line.substr(name.size() + 1));
  return found;
}

// The test's plug-ins under the names that the page uses.
struct SinglePass final : grid_testing::NoMethod {
  double eta0 = 10;
  static constexpr Card card{.name = "single-pass-dp-sgd", .doc = "a method"};
  static std::vector<Param<SinglePass>> parameters() {
    return {real("eta0", &SinglePass::eta0, {1e-6, 1e6}, "", "step scale")};
  }
};
struct SmoothedHinge final : grid_testing::Logistic {
  double width = 0.5;
  static constexpr Card card{.name = "smoothed-hinge", .doc = "a loss"};
  static std::vector<Param<SmoothedHinge>> parameters() {
    return {real("width", &SmoothedHinge::width, {1e-6, 1}, "", "of the corner")};
  }
};
struct Zcdp final : grid_testing::Gdp {
  static constexpr Card card{.name = "zcdp", .doc = "an accountant"};
  static std::vector<Param<Zcdp>> parameters() { return {}; }
};
struct Ma2022 final : Bound {
  static constexpr Card card{.name = "ma2022-single-pass", .doc = "a bound"};
  static std::vector<Param<Ma2022>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& /*query*/) const override { return Promise{}; }
};
struct PopulationRisk final : grid_testing::Risk {
  static constexpr Card card{.name = "excess_population_risk", .doc = "a metric"};
  static std::vector<Param<PopulationRisk>> parameters() { return {}; }
};

Catalog catalog() {
  Catalog all = grid_testing::catalog();
  all.algorithms.add<SinglePass>();
  all.losses.add<SmoothedHinge>();
  all.accountants.add<Zcdp>();
  all.bounds.add<Ma2022>();
  all.metrics.add<PopulationRisk>();
  return all;
}

}  // namespace

TEST_CASE("docs/grid.md: the example expands to the runs that the page describes") {
  const Grid grid = parse_grid(example(), "docs/grid.md");
  CHECK(grid.suite == "example");
  CHECK(grid.run.timeout == 60);
  // Three d and two epsilon: 1 + 5 + 1 + 1 arms, less the excluded one; then 3 pairs, two losses.
  const auto cells = expand(grid, catalog());
  CHECK(cells.size() == 10 * (3 * 2 * 8 - 2 + 3 * 2));
  const auto quick = expand(parse_grid(example(), "docs/grid.md", {"quick", {}}), catalog());
  CHECK(quick.size() == 2 * (2 * 2 * 4 + 2 * 3 * 2));
}

TEST_CASE("docs/grid.md: every --set and --filter it shows is accepted and changes the runs") {
  const auto all = expand(parse_grid(example(), "docs/grid.md"), catalog());
  const auto sets = options("--set");
  CHECK(sets.size() == 6);
  for (const std::string& set : sets) {
    CAPTURE(set);
    const auto cells = expand(parse_grid(example(), "docs/grid.md", {"", {set}}), catalog());
    CHECK((cells.size() != all.size() || cells[0].accountants != all[0].accountants));
  }
  const auto filters = options("--filter");
  REQUIRE(filters.size() == 1);
  const auto kept = filter_cells(all, filters[0].substr(1, filters[0].size() - 2));
  CHECK(kept.size() == 10 * (3 * 6 - 1));  // epsilon 1, labels pnsgd-*; all data are spiked
}

}  // namespace dpsco
