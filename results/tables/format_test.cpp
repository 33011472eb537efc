#include "results/tables/format.hpp"

#include <cmath>
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"
#include "results/testing/table_runs.hpp"

namespace dpsco {

namespace {

Table small_table() {
  return make_table(small_table_runs(), {.rows = "algorithm", .columns = "d", .value = "risk"}, {});
}

std::string with_half_width(double mean, double half) {
  return mean_text(mean, Interval95{mean - half, mean + half});
}

}  // namespace

TEST_CASE("format: the half width has two digits and the mean goes as far") {
  CHECK(with_half_width(0.1393, 0.0076) == "0.1393 +- 0.0076");
  CHECK(with_half_width(0.0123, 0.00096) == "0.01230 +- 0.00096");
  CHECK(with_half_width(12.3, 250) == "12 +- 250");
  CHECK(with_half_width(0.5, 0) == "0.5 +- 0");
  CHECK(with_half_width(1117, 0) == "1117 +- 0");
  CHECK(with_half_width(-0.25, 0.125) == "-0.25 +- 0.12");
  CHECK(with_half_width(1.25e-8, 0x1p-31) == "1.250e-08 +- 4.7e-10");
  CHECK(with_half_width(1e7, 3e5) == "1.000e+07 +- 3.0e+05");
  CHECK(with_half_width(0, 0x1p-5) == "0.000 +- 0.031");
  CHECK(with_half_width(1, 0x1p-20) == "1 +- 9.5e-07");
  CHECK(mean_text(0.13934, {}) == "0.1393");
}

TEST_CASE("format: text, golden") {
  // t_2(.975) .01 / sqrt 3 = 4.302652729911275 x .0057735 = .02484; both columns have equal means.
  CHECK(table_as_text(small_table(), 90) ==
        R"(algorithm \ d  10                             100             slope
----------------------------------------------------------------------------------
climbs         0.1 +- 0                       0.3162 +- 0     0.500 [0.500, 0.500]
flat           0.150 +- 0.025 [1 failed] (1)  0.150 +- 0.025  0.000 [0.000, 0.000]
picky          0.5 +- 0                       skipped (2)     - (3)

(1) 1 diverged: norm above 1e+12
(2) skipped: needs d < 50
(3) a slope needs two columns with a mean, here are 1
risk: metric risk; mean over the ok runs of a cell
+-: half width of the 95 % Student t interval of the mean; a single run has none
runs: 3 in each cell
failed: 1 diverged, counted, but in no mean
target of private methods: epsilon = 1, delta = 1e-05, adjacency replace_one
slope: least squares of log mean on log d, with the 95 % bootstrap interval over
  repetitions (2000 resamples)
constants: data = spiked, loss = logistic, n = 2000, calibrate = gdp
tuning: none in this table, each cell is one setting of the grid
)");
}

TEST_CASE("format: what does not fit goes in a block below, and every line fits") {
  const std::string text = table_as_text(small_table(), 50);
  CHECK(text.find("algorithm \\ d  100\n") != std::string::npos);
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) CHECK(line.size() <= 50);
  // A column that is too wide for any terminal still gets a block of its own.
  CHECK(table_as_text(small_table(), 1).find("0.150 +- 0.025 [1 failed] (1)") != std::string::npos);
}

TEST_CASE("format: Markdown, golden") {
  auto runs = small_table_runs();
  for (StoredRun& run : runs)
    if (run.label == "picky") run.label = "pi|cky";
  const Table table = make_table(runs, {.rows = "label", .columns = "d", .value = "risk"}, {});
  const std::string text = table_as_markdown(table);
  CHECK(text.starts_with(R"(| label \ d | 10 | 100 | slope |
| --- | --- | --- | --- |
| climbs | 0.1 +- 0 | 0.3162 +- 0 | 0.500 [0.500, 0.500] |
| flat | 0.150 +- 0.025 [1 failed] (1) | 0.150 +- 0.025 | 0.000 [0.000, 0.000] |
| pi\|cky | 0.5 +- 0 | skipped (2) | - (3) |

- (1) 1 diverged: norm above 1e+12
)"));
  CHECK(text.find("\n- runs: 3 in each cell\n") != std::string::npos);
}

TEST_CASE("format: CSV, golden, with quotes where they are needed") {
  auto runs = small_table_runs();
  for (StoredRun& run : runs) {
    if (run.status == Status::skipped) run.reason = "needs \"d\" < 50, has 100";
    if (run.status == Status::ok && run.label == "flat") run.metrics["risk"] = 0.25;
  }
  const Table table =
      make_table(runs, {.rows = "label", .columns = "n", .value = "risk", .where = {"d=10"}}, {});
  CHECK(table_as_csv(table).starts_with(
      "label,n,mean,low,high,runs,failed,slope,slope_low,slope_high,reason\n"
      "climbs,2000,0.1,0.1,0.1,3,0,,,,\n"
      "flat,2000,0.25,0.25,0.25,3,1,,,,1 diverged: norm above 1e+12\n"
      "picky,2000,0.5,0.5,0.5,3,0,,,,\n"
      "# risk: metric risk; mean over the ok runs of a cell\n"));
  const Table skipped = make_table(runs, {.rows = "label", .columns = "d", .value = "risk"}, {});
  CHECK(table_as_csv(skipped).find(
            "picky,100,,,,0,0,,,,\"skipped: needs \"\"d\"\" < 50, has 100\"\n") !=
        std::string::npos);
}

TEST_CASE(
    "format: JSON has the documented shape, numbers round-trip, holes are null with a reason") {
  const Table table = small_table();
  const std::string text = table_as_json(table);
  CHECK(text.starts_with(
      R"({"rows":["climbs","flat","picky"],"columns":[10,100],"cells":[[{"mean":0.1,"low":0.1,"high":0.1,"runs":3,"failed":0},)"));
  const auto json = nlohmann::json::parse(text);
  CHECK(json.at("cells")[1][0].at("mean").get<double>() == *table.cells[1][0]->mean);
  CHECK(json.at("cells")[1][0].at("high").get<double>() == table.cells[1][0]->interval->high);
  CHECK(json.at("cells")[1][0].at("failed") == 1);
  CHECK(json.at("cells")[2][1].is_null());
  CHECK(json.at("reasons")[2][1] == "skipped: needs d < 50");
  CHECK(json.at("reasons")[0][0].is_null());
  CHECK(near(json.at("slope")[0].at("value").get<double>(), 0.5, 1e-12));
  CHECK(!json.at("slope")[0].contains("reason"));
  CHECK(
      json.at("slope")[2].dump() ==
      R"({"high":null,"low":null,"reason":"a slope needs two columns with a mean, here are 1","value":null})");
  CHECK(json.at("legend").size() == table.legend.size());
}

TEST_CASE(
    "format: JSON of one run has no interval, of text columns no slope, of all failed no mean") {
  std::vector<StoredRun> runs{table_run("a", 10, 0, 0.3), table_run("b", 10, 0, 0)};
  runs[1].status = Status::timeout;
  const Table table = make_table(runs, {.rows = "label", .columns = "data", .value = "risk"}, {});
  const auto json = nlohmann::json::parse(table_as_json(table));
  CHECK(json.at("columns").dump() == R"(["spiked"])");
  CHECK(json.at("cells")[0][0].dump() ==
        R"({"failed":0,"high":null,"low":null,"mean":0.3,"runs":1})");
  CHECK(json.at("cells")[1][0].dump() ==
        R"({"failed":1,"high":null,"low":null,"mean":null,"runs":0})");
  CHECK(json.at("slope")[0].at("reason") == "data is not a number");
  CHECK(json.at("reasons")[1][0] == "timeout");
}

TEST_CASE("format: an unknown one is refused with the nearest") {
  CHECK_THROWS_WITH_AS(table_as("txt", small_table()),
                       "--format: unknown format 'txt'; did you mean 'text'?",
                       ConfigError);
  CHECK(table_as("csv", small_table()) == table_as_csv(small_table()));
}

}  // namespace dpsco
