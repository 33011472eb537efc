// docs/add_your_own.md, compiled and run: every recipe registers, plans, runs and is judged.
#include <cmath>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "framework/grid/expand.hpp"
#include "framework/testing/near.hpp"
#include "suites/catalog.hpp"
#include "suites/examples/geometric_design.hpp"
#include "suites/examples/heavy_ball.hpp"
#include "suites/examples/mean_margin.hpp"
#include "suites/examples/one_order.hpp"
#include "suites/examples/zero_predictor_bound.hpp"
#include "suites/testing/run_cell.hpp"

namespace dpsco {

namespace {

Catalog catalog_with_examples() {
  Catalog catalog = full_catalog();
  catalog.algorithms.add<HeavyBall>();
  catalog.accountants.add<OneOrder>();
  catalog.bounds.add<ZeroPredictorBound>();
  catalog.datasets.add<GeometricDesign>();
  catalog.metrics.add<MeanMargin>();
  return catalog;
}

std::string text_of(const std::string& path) {
  std::ifstream file(DPSCO_SOURCE_DIR "/" + path);
  REQUIRE_MESSAGE(file, path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Record> run(const std::string& algorithm, const std::string& calibrate) {
  const Catalog catalog = catalog_with_examples();
  std::vector<Record> records;
  const std::string grid = fmt::format(R"(
schema = 1
[run]
repetitions = 3
[[grid]]
data = {{name = "geometric", n = 2000, d = 12, evaluation_rows = 500}}
loss = "logistic"
algorithm = {{name = "{}"}}
privacy = {{epsilon = 8.0, delta = 1e-5, calibrate = "{}"}}
metrics = ["excess_population_risk", "mean_margin"]
bounds = ["zero-predictor"]
[accountants]
use = ["gdp", "one-order"]
)",
                                       algorithm,
                                       calibrate);
  for (const Cell& cell : expand(parse_grid(grid, "examples"), catalog)) {
    records.push_back(run_cell(cell, catalog));
    REQUIRE_MESSAGE(records.back().status == Status::ok, records.back().reason);
  }
  REQUIRE(records.size() == 3);
  return records;
}

}  // namespace

TEST_CASE("examples: the documented method, design and metric run, and privacy costs something") {
  for (const Record& record : run("heavy-ball", "gdp")) {
    const auto& cost = record.accounts.at("gdp");
    REQUIRE(cost);
    CHECK(cost->epsilon <= 8.0);
    CHECK(cost->epsilon >= 0.98 * 8.0);
    CHECK(*record.metrics.at("excess_population_risk") > 0);
    CHECK(*record.metrics.at("excess_population_risk") < 0.2);
    CHECK(*record.metrics.at("mean_margin") > 0);
    CHECK_FALSE(record.bounds.at("zero-predictor"));
  }
}

TEST_CASE("examples: the documented accountant is an upper bound that may set the noise") {
  for (const Record& record : run("heavy-ball", "one-order")) {
    const auto &own = record.accounts.at("one-order"), &exact = record.accounts.at("gdp");
    REQUIRE(own);
    REQUIRE(exact);
    CHECK(own->epsilon <= 8.0);
    CHECK(exact->epsilon < own->epsilon);
  }
  // T = 100, s = 20, c = 2: 100 * 8 * (2/20)^2/2 + ln(1e5)/7.
  const Ledger ledger{.adjacency = Adjacency::replace_one,
                      .events = {{Gaussian{.noise_multiplier = 20}, 100}}};
  CHECK(near(OneOrder{}.price(ledger, 1e-5)->epsilon, 4 + std::log(1e5) / 7, 1e-12));
  CHECK_FALSE(OneOrder{}.price(Ledger{.events = {{Laplace{}, 1}}}, 1e-5));
}

TEST_CASE("examples: the documented bound is above what it bounds, and bounds nothing else") {
  for (const Record& record : run("zero", "gdp")) {
    const auto& promise = record.bounds.at("zero-predictor");
    REQUIRE(promise);
    CHECK(near(*promise, 10, 1e-12));  // G = 1, ||w*|| = 10
    CHECK(*record.metrics.at("excess_population_risk") < *promise);
  }
}

TEST_CASE("examples: the noise that the documented method's ledger lists is in its output") {
  // Zero rows: every gradient is 0, and w_T = -eta sigma sum_t (1 - beta^(T-t+1))/(1 - beta) z_t.
  const Index d = 4000;
  Problem problem{
      .data = {.x = SparseMatrix{.n = 3, .d = d, .start = {0, 0, 0, 0}}, .y = {1.0, -1.0, 1.0}},
      .loss = full_catalog().losses.make("logistic")};
  HeavyBallPlan plan{Ledger{}};
  plan.updates = 20;
  plan.eta = 0.5;
  plan.beta = 0.9;
  plan.sigma = 3;
  problem.facts.n = 3;
  problem.facts.d = d;
  const Streams streams(7, "shared", "cell");
  RunContext context(streams, [] { return false; });
  const std::vector<double> w = plan.run(problem, context).w;
  double variance = 0;
  for (int t = 1; t <= 20; ++t)
    variance += std::pow(0.5 * 3 * (1 - std::pow(0.9, 20 - t + 1)) / (1 - 0.9), 2);
  // Relative standard deviation of a mean of 4000 squares: sqrt(2/4000) = 0.022.
  CHECK(near(std::pow(norm(w), 2) / double(d), variance, 0.1));
}

TEST_CASE("docs/add_your_own.md shows the example as it is compiled, and names every other one") {
  const std::string doc = text_of("docs/add_your_own.md");
  CHECK(doc.find("```cpp\n" + text_of("suites/examples/heavy_ball.hpp") + "```\n") !=
        std::string::npos);
  for (const char* file : {"one_order", "zero_predictor_bound", "geometric_design", "mean_margin"})
    CHECK(doc.find("suites/examples/" + std::string(file) + ".hpp") != std::string::npos);
}

}  // namespace dpsco
