// Pivots: several fields on an axis, several values, tuning and sorting.
#include <algorithm>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"
#include "results/tables/format.hpp"
#include "results/tables/table.hpp"
#include "results/testing/table_runs.hpp"

namespace dpsco {

namespace {

std::vector<std::string> texts(const std::vector<FieldValue>& values) {
  std::vector<std::string> all;
  all.reserve(values.size());
  for (const FieldValue& value : values) all.push_back(to_text(value));
  return all;
}

bool has_line(const Table& table, const std::string& line) {
  return std::find(table.legend.begin(), table.legend.end(), line) != table.legend.end();
}

std::string no_meaning(const std::string& /*value*/) {
  return {};
}

/// One method at three steps, four repetitions each: 1 is good, 10 better on average but one run
/// diverged, 30 bad. And a method without the parameter.
std::vector<StoredRun> tuned_runs() {
  std::vector<StoredRun> runs;
  for (const double eta0 : {1.0, 10.0, 30.0}) {
    for (int i = 0; i < 4; ++i) {
      StoredRun run = table_run("pnsgd", 10, i, eta0 == 1 ? 0.2 : eta0 == 10 ? 0.1 : 0.9);
      run.key += "/" + std::to_string(eta0);
      run.parameters["algorithm.eta0"] = eta0;
      run.metrics["accuracy"] = eta0 == 1 ? 0.7 : 0.95;
      if (eta0 == 10 && i == 3) run.status = Status::diverged;
      runs.push_back(run);
    }
  }
  for (int i = 0; i < 4; ++i) runs.push_back(table_run("zero", 10, i, 0.5));
  return runs;
}

}  // namespace

TEST_CASE("pivot: several fields on an axis are rows of their combinations") {
  auto runs = small_table_runs();
  for (StoredRun& run : runs) run.target.epsilon = run.d == 10 ? 1 : 4;
  const Table table =
      make_table(runs, {.rows = "label,epsilon", .columns = "n", .value = "risk"}, {});
  CHECK(texts(table.rows) == std::vector<std::string>{"climbs, epsilon=1",
                                                      "climbs, epsilon=4",
                                                      "flat, epsilon=1",
                                                      "flat, epsilon=4",
                                                      "picky, epsilon=1",
                                                      "picky, epsilon=4"});
  CHECK(near(*table.cells[0][0]->mean, 0.1, 1e-12));
  CHECK(near(*table.cells[1][0]->mean, 0.31622776601683795, 1e-12));
  CHECK_THROWS_AS(make_table(runs, {.rows = "label,epsilom", .columns = "n", .value = "risk"}, {}),
                  ConfigError);
}

TEST_CASE("pivot: best-over takes the best setting with the fewest failures and says so") {
  const auto runs = tuned_runs();
  TableQuery query{.rows = "label", .columns = "d", .value = "risk"};
  CHECK_THROWS_WITH_AS(
      make_table(runs, query, {}),
      "the cell label = pnsgd, d = 10 mixes algorithm.eta0 = 1, 10, 30, and a mean over them would "
      "mean nothing: choose one with --where algorithm.eta0=1, or make algorithm.eta0 the rows or "
      "columns, or give each cell its best with --best-over algorithm.eta0",
      ConfigError);
  query.best_over = "eta0";
  const Table table = make_table(runs, query, {});
  CHECK(near(*table.cells[0][0]->mean, 0.2, 1e-12));
  CHECK(table.cells[0][0]->failed == 0);
  CHECK(table.choices[0][0] == "algorithm.eta0 = 1");
  CHECK(table.choices[1][0].empty());
  CHECK(has_line(table,
                 "tuning: each cell has its best eta0 of up to 3 settings, chosen by the mean risk "
                 "of these very runs: optimistic, and the privacy of choosing is not paid for"));
  CHECK(table_as_text(table).find("0.2 +- 0 (1)") != std::string::npos);
  CHECK(table_as_text(table).find("(1) algorithm.eta0 = 1\n") != std::string::npos);
  // Accuracy is better when it is larger: 30 has .95 and no failure.
  query.value = "accuracy";
  CHECK(make_table(runs, query, {}).choices[0][0] == "algorithm.eta0 = 30");
}

TEST_CASE(
    "pivot: an oracle may choose the untuned setting, which is stored under that label alone") {
  // The grid of the oracle has eta0 = 1, 10, 30; 10 was run as the untuned setting.
  std::vector<StoredRun> runs;
  const auto add = [&](const std::string& label, double eta0, double risk) {
    for (int i = 0; i < 3; ++i) {
      StoredRun run = table_run(label, 10, i, risk + 0.001 * i);
      run.algorithm = "pnsgd";
      run.key += "/" + std::to_string(eta0);
      run.parameters["algorithm.eta0"] = eta0;
      runs.push_back(run);
    }
  };
  add("pnsgd", 10, 0.1);
  add("pnsgd, oracle-tuned", 1, 0.2);
  add("pnsgd, oracle-tuned", 30, 0.9);
  PlanOrder plan;
  for (const StoredRun& run : runs) plan.try_emplace(run.key, plan.size());
  TableQuery query{
      .rows = "method", .columns = "dataset,tuning", .value = "risk", .best_over = "eta0"};
  const std::vector<std::string> names{"spiked, tuning=untuned", "spiked, tuning=oracle-tuned"};
  const auto mean = [&](std::size_t column) {
    const Table table = make_table(runs, query, plan);
    REQUIRE(texts(table.columns) == names);  // also with copies in plan order

    CHECK(table.cells[0][column]->runs == 3);
    return *table.cells[0][column]->mean;
  };
  CHECK(near(mean(0), 0.101, 1e-12));
  CHECK(mean(1) == mean(0));
  const Table table = make_table(runs, query, plan);
  CHECK(table.choices[0][1] == "algorithm.eta0 = 10, tuning = untuned");
  CHECK(has_line(table,
                 "tuning: each cell has its best eta0 of up to 3 settings, chosen by the mean risk "
                 "of these very runs: optimistic, and the privacy of choosing is not paid for; an "
                 "oracle-tuned cell may also choose its method's untuned setting"));
  // Untuned runs that are filtered out are there for the oracle to choose all the same.
  query.where = {"tuning=oracle-tuned"};
  CHECK(near(*make_table(runs, query, {}).cells[0][0]->mean, 0.101, 1e-12));
  query.where.clear();
  // A default that is no setting of the grid, priced by another accountant, is a setting of its
  // own.
  for (StoredRun& run : runs) {
    if (run.label != "pnsgd") continue;
    run.parameters["algorithm.eta0"] = 1.0;
    run.parameters["algorithm.step"] = std::string("theory");
    run.calibrate = "contour";
  }
  CHECK(mean(1) == mean(0));
  // Where the oracle's own setting is better it stays.
  for (StoredRun& run : runs)
    if (run.label == "pnsgd") run.metrics["risk"] += 1;
  CHECK(near(mean(1), 0.201, 1e-12));
  // Runs of other circumstances are no setting of this cell.
  for (StoredRun& run : runs)
    if (run.label == "pnsgd") {
      run.metrics["risk"] = 0;
      run.target.epsilon += 1;
    }
  CHECK(near(mean(1), 0.201, 1e-12));
}

TEST_CASE("pivot: values side by side are of the same runs") {
  const std::vector<std::string> values{"risk", "accuracy"};
  TableQuery query{.rows = "label", .columns = "value", .best_over = "eta0"};
  const auto tables = make_tables(tuned_runs(), query, values, {}, no_meaning);
  REQUIRE(tables.size() == 1);
  const Table& table = tables[0];
  CHECK(texts(table.columns) == values);
  CHECK(near(*table.cells[0][0]->mean, 0.2, 1e-12));
  CHECK(near(*table.cells[0][1]->mean, 0.7, 1e-12));  // of eta0 = 1, not the best accuracy
  CHECK(!table.cells[1][1]);                          // zero was not asked for it
  CHECK(!table.has_slope);
  query.best_by = "accuracy";
  const Table other = make_tables(tuned_runs(), query, values, {}, no_meaning)[0];
  CHECK(near(*other.cells[0][0]->mean, 0.9, 1e-12));
  CHECK(near(*other.cells[0][1]->mean, 0.95, 1e-12));
}

TEST_CASE("pivot: values as rows keep their slopes, lines of one value say which") {
  auto runs = small_table_runs();
  std::erase_if(runs, [](const StoredRun& run) { return run.label != "climbs"; });
  for (StoredRun& run : runs) run.metrics["half"] = run.metrics["risk"] / run.d;
  runs[0].metrics.erase("half");
  const std::vector<std::string> values{"risk", "half"};
  const Table table =
      make_tables(runs, {.rows = "value", .columns = "d"}, values, {}, no_meaning).at(0);
  CHECK(texts(table.rows) == values);
  REQUIRE(table.has_slope);
  CHECK(near(*table.slopes[0].value, 0.5, 1e-9));
  CHECK(near(*table.slopes[1].value, -0.5, 1e-9));
  CHECK(has_line(table, "runs: 3 in each cell (risk)"));
  CHECK(has_line(table, "runs: 2 to 3 a cell (half)"));
  CHECK(has_line(table, "failed: none (diverged, failed or timeout)"));
  CHECK_THROWS_AS(make_tables(runs, {.rows = "value", .columns = "value"}, values, {}, no_meaning),
                  ConfigError);
}

TEST_CASE("pivot: several values without an axis are several tables, in every format") {
  const std::vector<std::string> values{"risk", "gradients"};
  const auto tables =
      make_tables(small_table_runs(), {.rows = "label", .columns = "d"}, values, {}, no_meaning);
  REQUIRE(tables.size() == 2);
  const std::string text = tables_as("text", tables);
  CHECK(text.starts_with("risk\n\nlabel \\ d"));
  CHECK(text.find("\ngradients\n\nlabel \\ d") != std::string::npos);
  const std::string privacy = "target of private methods";
  CHECK(text.find(privacy) == text.rfind(privacy));
  const std::string csv = tables_as("csv", tables);
  CHECK(
      csv.starts_with("value,label,d,mean,low,high,runs,failed,slope,slope_low,slope_high,"
                      "reason\nrisk,climbs,10,0.1,"));
  CHECK(csv.find("\ngradients,climbs,10,0,") != std::string::npos);
  const auto json = nlohmann::json::parse(tables_as("json", tables));
  CHECK(json.at("tables").size() == 2);
  CHECK(json.at("tables")[1].at("value") == "gradients");
}

TEST_CASE("pivot: rows sort by name or by a column, those without a value last") {
  TableQuery query{.rows = "label", .columns = "d", .value = "risk"};
  const auto sorted = [&](const std::string& by) {
    query.sort = by;
    const Table table = make_table(small_table_runs(), query, {});
    std::string names;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      // Cells, reasons and slopes go with their rows.
      const std::string name = to_text(table.rows[r]);
      names += name.substr(0, 1);
      CHECK(near(*table.cells[r][0]->mean,
                 name == "climbs" ? 0.1
                 : name == "flat" ? 0.15
                                  : 0.5,
                 1e-12));
      CHECK(table.reasons[r][1].empty() == (name != "picky"));
      CHECK(table.slopes[r].value.has_value() == (name != "picky"));
    }
    return names;
  };
  CHECK(sorted("") == "cfp");
  CHECK(sorted("-name") == "pfc");
  CHECK(sorted("10") == "cfp");
  CHECK(sorted("-10") == "pfc");
  CHECK(sorted("100") == "fcp");   // picky has no value
  CHECK(sorted("-1e2") == "cfp");  // and is last either way
  CHECK_THROWS_WITH_AS(
      sorted("1001"), "--sort: no column '1001'; did you mean '100'?", ConfigError);
}

TEST_CASE("pivot: another statistic has its own column, the mean stays where programs look") {
  TableQuery query{.rows = "label", .columns = "d", .value = "risk", .statistic = "best"};
  const Table table = make_table(small_table_runs(), query, {});
  CHECK(!table.has_slope);
  const auto json = nlohmann::json::parse(table_as_json(table));
  CHECK(json.at("statistic") == "best");
  CHECK(near(json.at("cells")[1][0].at("mean").get<double>(), 0.15, 1e-12));
  CHECK(json.at("cells")[1][0].at("value") == 0.14);
  CHECK(json.at("slope")[0].at("reason") == "a slope is one of means");
  CHECK(table_as_csv(table).starts_with("label,d,mean,best,low,high,runs,failed,reason\n"));
  query.statistic = "interval";
  CHECK(
      table_as_text(make_table(small_table_runs(), query, {})).find("[0.125, 0.175] [1 failed]") !=
      std::string::npos);
  query.statistic = "best-of-4";
  CHECK(make_table(small_table_runs(), query, {}).reasons[0][0] == "best of 4: only 3 ok runs");
}

TEST_CASE("pivot: the legend names constants of the table, of a row and of a column") {
  auto runs = small_table_runs();
  for (StoredRun& run : runs) {
    run.parameters["algorithm.eta0"] = run.label == "flat" ? 32.0 : 10.0;
    run.parameters["loss.l2"] = 0.0;
    run.n = run.d * 20;
    run.parameters["data.n"] = std::int64_t(run.n);
  }
  const Table table = make_table(runs, {.rows = "label", .columns = "d", .value = "risk"}, {});
  CHECK(has_line(table, "constants: data = spiked, loss = logistic, calibrate = gdp, l2 = 0"));
  CHECK(has_line(table, "constants of a row: eta0 = 10 (climbs; picky), 32 (flat)"));
  CHECK(has_line(table, "constants of a column: n = 200 (10), 2000 (100)"));
}

}  // namespace dpsco
