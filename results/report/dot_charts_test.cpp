#include "results/report/dot_charts.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "results/testing/pointers.hpp"
#include "results/testing/table_runs.hpp"

namespace dpsco {

namespace {

StoredRun priced_run(const std::string& label, double epsilon, const Numbers& prices) {
  StoredRun run = table_run(label, 10, 0, 1);
  run.key += std::to_string(epsilon);
  run.target = {.epsilon = epsilon, .delta = 1e-5};
  run.epsilons = prices;
  for (const auto& [accountant, price] : prices) run.directions[accountant] = "upper";
  return run;
}

std::vector<Chart> charts_of(const std::vector<StoredRun>& runs) {
  const std::vector<const StoredRun*> all = pointers(runs);
  StyleBook styles;
  return account_charts(experiments_of(all, {}), styles);
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + '\n';
  return all;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("account charts: one for each target, a row a method, a dot an accountant") {
  const std::vector<Chart> charts = charts_of(
      {priced_run("sgd", 1, {{"gdp", 1}, {"rdp", 1.2}}), priced_run("sgd", 4, {{"gdp", 4}})});
  REQUIRE(charts.size() == 2);
  const Chart& chart = charts[0];
  CHECK(chart.dots);
  CHECK(chart.mark == 1);
  REQUIRE(chart.y.ticks.size() == 1);
  CHECK(chart.y.ticks[0].label == "sgd");
  REQUIRE(chart.lines.size() == 2);
  CHECK(chart.lines[1].name == "rdp");
  CHECK(chart.lines[1].points[0].x == 1.2);
  CHECK(chart.lines[0].points[0].y != chart.lines[1].points[0].y);  // beside, not on each other
  CHECK(charts[1].mark == 4);
  CHECK(charts[0].facet == "(1, 1e-05), replace_one, calibrated by gdp");
}

TEST_CASE("account charts: methods without privacy or without data are named, not drawn") {
  const std::vector<Chart> charts =
      charts_of({priced_run("sgd", 1, {{"gdp", infinity}}),
                 priced_run("zero", 1, {{"gdp", 0}}),
                 priced_run("noisy", 1, {{"gdp", 0.9}, {"rdp", infinity}})});
  REQUIRE(charts.size() == 1);
  CHECK(charts[0].y.ticks.size() == 1);
  const std::string notes = joined(charts[0].notes);
  CHECK(notes.find("not private (epsilon = inf): sgd\n") != std::string::npos);
  CHECK(notes.find("(epsilon = 0): zero\n") != std::string::npos);
  CHECK(notes.find("noisy by rdp: infinite\n") != std::string::npos);
}

TEST_CASE("account charts: a method that costs more than its target is called out") {
  const std::vector<Chart> good = charts_of({priced_run("noisy", 1, {{"gdp", 1}})});
  const std::vector<Chart> bad = charts_of({priced_run("noisy", 1, {{"gdp", 1.01}})});
  REQUIRE(good.size() == 1);
  REQUIRE(bad.size() == 1);
  CHECK(good[0].reading.find("MORE THAN ITS TARGET") == std::string::npos);
  CHECK(bad[0].reading.find("noisy costs 1.01 by gdp: MORE THAN ITS TARGET") != std::string::npos);
}

TEST_CASE("account charts: over data sets the largest price counts, and an estimate says so") {
  std::vector<StoredRun> runs{priced_run("noisy", 1, {{"gdp", 0.5}}),
                              priced_run("noisy", 1, {{"gdp", 0.8}})};
  runs[1].d = 20;
  for (StoredRun& run : runs) run.directions["gdp"] = "estimate";
  const std::vector<Chart> charts = charts_of(runs);
  REQUIRE(charts.size() == 1);
  REQUIRE(charts[0].lines.size() == 1);
  const ChartPoint& point = charts[0].lines[0].points[0];
  CHECK(point.x == 0.8);
  REQUIRE(point.band.has_value());
  CHECK(point.band->low == 0.5);
  CHECK(charts[0].lines[0].name == "gdp (estimate)");
}

TEST_CASE("dot charts: a row a method, a dot for each data set") {
  std::vector<StoredRun> runs{
      table_run("a", 10, 0, 1), table_run("b", 10, 0, 3), table_run("a", 10, 0, 2)};
  runs[2].data = "real";
  runs[2].key = "k";
  const std::vector<const StoredRun*> all = pointers(runs);
  const ExperimentSet set = experiments_of(all, {});
  StyleBook styles;
  const std::vector<Chart> charts =
      dot_charts(set, "risk", "risk (nats)", samples_of(set, value_named("risk", all)), styles);
  REQUIRE(charts.size() == 1);
  CHECK(charts[0].y.ticks.size() == 2);
  REQUIRE(charts[0].lines.size() == 2);
  CHECK(charts[0].lines[0].name == "data = spiked");
  CHECK(charts[0].lines[0].points.size() == 2);
  CHECK(charts[0].lines[1].name == "data = real");
}

}  // namespace dpsco
