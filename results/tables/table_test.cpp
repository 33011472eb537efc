#include "results/tables/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"
#include "results/testing/samples.hpp"
#include "results/testing/table_runs.hpp"

namespace dpsco {

namespace {

TableQuery risk_query() {
  return {.rows = "algorithm", .columns = "d", .value = "risk"};
}

std::vector<std::string> texts(const std::vector<FieldValue>& values) {
  std::vector<std::string> all;
  all.reserve(values.size());
  for (const FieldValue& value : values) all.push_back(to_text(value));
  return all;
}

std::string error_of(const std::vector<StoredRun>& runs, const TableQuery& query) {
  try {
    (void)make_table(runs, query, {});
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "accepted";
}

bool has_line(const Table& table, const std::string& part) {
  return std::any_of(table.legend.begin(), table.legend.end(), [&](const std::string& line) {
    return line.find(part) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("table: means over ok runs, failures counted apart, misfits null with the reason") {
  const Table table = make_table(small_table_runs(), risk_query(), {});
  CHECK(texts(table.rows) == std::vector<std::string>{"climbs", "flat", "picky"});
  CHECK(texts(table.columns) == std::vector<std::string>{"10", "100"});
  const TableCell& flat = *table.cells[1][0];
  CHECK(near(*flat.mean, 0.15, 1e-12));
  CHECK(flat.runs == 3);
  CHECK(flat.failed == 1);
  // t_2(.975) = 4.302652729911275 (closed form in statistics_test), s = .01, k = 3.
  CHECK(near(flat.interval->high - *flat.mean, 4.302652729911275 * 0.01 / std::sqrt(3.0), 1e-9));
  CHECK(table.reasons[1][0] == "1 diverged: norm above 1e+12");
  CHECK(table.reasons[1][1].empty());
  CHECK(!table.cells[2][1]);
  CHECK(table.reasons[2][1] == "skipped: needs d < 50");
  CHECK(near(*table.slopes[0].value, 0.5, 1e-12));
  CHECK(std::abs(*table.slopes[1].value) < 1e-12);
  CHECK(std::abs(table.slopes[1].interval->low) < 1e-12);  // the failed repetition is not resampled
  CHECK(!table.slopes[2].value);
  CHECK(table.slopes[2].reason == "a slope needs two columns with a mean, here are 1");
  CHECK(has_line(table, "runs: 3 in each cell"));
  CHECK(has_line(table, "failed: 1 diverged"));
}

TEST_CASE("table: a slope over fewer columns than shown says so") {
  auto runs = small_table_runs();
  for (StoredRun& run : small_table_runs()) {
    run.d *= 100;
    run.key += "x";
    if (run.label == "climbs") run.status = Status::infeasible;
    if (run.label == "flat" && run.repetition == 1) run.status = Status::failed;
    runs.push_back(run);
  }
  const Table table = make_table(runs, risk_query(), {});
  CHECK(near(*table.slopes[0].value, 0.5, 1e-12));
  CHECK(table.slopes[0].reason == "over 2 of 4 columns");
  // One of three repetitions fails in a column: some resamples hold nothing but that one.
  CHECK(table.slopes[1].value);
  CHECK(table.slopes[1].reason == "no interval: some resamples give column 1000 no positive mean");
}

TEST_CASE("table: a cell where everything failed has no mean but its count") {
  auto runs = small_table_runs();
  for (StoredRun& run : runs) {
    if (run.label != "flat") continue;
    run.status = run.repetition == 0 ? Status::timeout : Status::failed;
    run.reason = run.repetition == 0 ? "" : "oom";
  }
  const Table table = make_table(runs, risk_query(), {});
  CHECK(!table.cells[1][1]->mean);
  CHECK(table.cells[1][1]->runs == 0);
  CHECK(table.cells[1][1]->failed == 3);
  CHECK(table.reasons[1][1] == "2 failed: oom; 1 timeout");
}

TEST_CASE("table: rows follow the plan, the rest follows alphabetically, number columns ascend") {
  const PlanOrder plan{{"picky/100/0", 0}, {"flat/100/1", 1}, {"unstarted", 2}};
  const Table table = make_table(small_table_runs(), risk_query(), plan);
  CHECK(texts(table.rows) == std::vector<std::string>{"picky", "flat", "climbs"});
  CHECK(texts(table.columns) == std::vector<std::string>{"10", "100"});
  CHECK(has_line(table, "left out: 1 cells of the plan, not run yet"));
  TableQuery turned{.rows = "d", .columns = "label", .value = "risk"};
  const Table across = make_table(small_table_runs(), turned, plan);
  CHECK(texts(across.rows) == std::vector<std::string>{"100", "10"});
  CHECK(texts(across.columns) == std::vector<std::string>{"picky", "flat", "climbs"});
  CHECK(!across.has_slope);
}

TEST_CASE("table: the order of the runs in the journal does not matter") {
  auto runs = small_table_runs();
  const Table one = make_table(runs, risk_query(), {});
  std::reverse(runs.begin(), runs.end());
  const Table other = make_table(runs, risk_query(), {});
  CHECK(one.rows == other.rows);
  CHECK(one.cells[1][0]->mean == other.cells[1][0]->mean);
  CHECK(one.slopes[1].value == other.slopes[1].value);
  CHECK(one.legend == other.legend);
}

TEST_CASE("table: plan order is read from plan.jsonl, torn lines and headers passed over") {
  const ScratchFolder out;
  CHECK(read_plan_order(out.path()).empty());
  write_text(out.path() / "plan.jsonl",
             "{\"kind\":\"header\"}\n{\"key\":\"b\",\"label\":\"x\"}\n{\"key\":\"a\"}\n{\"key\":"
             "\"b\"}\n{\"key\":\"c");
  CHECK(read_plan_order(out.path()) == PlanOrder{{"b", 0}, {"a", 1}});
}

TEST_CASE("table: a cell that would mix experiments is refused, and filtered it is not") {
  auto runs = small_table_runs();
  for (StoredRun run : small_table_runs()) {
    run.target.epsilon = 2;
    run.key += "/2";
    runs.push_back(run);
  }
  CHECK(error_of(runs, risk_query()) ==
        "the cell label = climbs, d = 10 mixes epsilon = 1, 2, and a mean over them would mean "
        "nothing: choose one with --where epsilon=1, or make epsilon the rows or columns");
  TableQuery query = risk_query();
  query.where = {"epsilon=2"};
  CHECK(make_table(runs, query, {}).cells[1][0]->runs == 3);
  query.where = {"label=flat"};
  query.rows = "epsilon";
  CHECK(texts(make_table(runs, query, {}).rows) == std::vector<std::string>{"1", "2"});
  for (StoredRun& run : runs) run.target.epsilon = 1;
  for (StoredRun& run : runs)
    run.parameters["algorithm.eta0"] = run.key.ends_with("/2") ? 10.0 : 1.0;
  CHECK(error_of(runs, risk_query()).find("--where algorithm.eta0=1") != std::string::npos);
}

TEST_CASE("table: repetitions of two seeds are pooled, a repetition run twice counts once") {
  auto runs = small_table_runs();
  StoredRun newer = table_run("flat", 100, 0, 0.5), other_seed = table_run("flat", 100, 0, 0.9);
  newer.key = "another version";
  newer.file = 1;
  other_seed.key = "another seed";
  other_seed.seed = "43";
  runs.push_back(newer);
  runs.push_back(other_seed);
  StoredRun unasked = table_run("flat", 100, 1, 0);  // newest, but measured something else
  unasked.key = "other metrics";
  unasked.file = 2;
  unasked.metrics = {{"accuracy", 1}};
  runs.push_back(unasked);
  const Table table = make_table(runs, risk_query(), {});
  CHECK(table.cells[1][1]->runs == 4);
  CHECK(near(*table.cells[1][1]->mean, (0.5 + 0.15 + 0.16 + 0.9) / 4, 1e-12));
  CHECK(has_line(table, "left out: 2 older runs of a repetition"));
}

TEST_CASE("table: cancelled runs are no results") {
  auto runs = small_table_runs();
  for (StoredRun& run : runs)
    if (run.label == "picky") run.status = Status::cancelled;
  const Table table = make_table(runs, risk_query(), {});
  CHECK(texts(table.rows) == std::vector<std::string>{"climbs", "flat"});
  CHECK(has_line(table, "left out: 6 cancelled runs"));
  CHECK(!has_line(table, "not run yet"));
}

TEST_CASE("table: an infinite or undefined value is never averaged") {
  auto runs = small_table_runs();
  for (StoredRun& run : runs) {
    run.epsilons["rdp"] = run.label == "flat" ? std::numeric_limits<double>::infinity() : 0.9;
    if (run.label == "climbs" && run.repetition == 1) run.metrics["risk"] = std::nan("");
  }
  TableQuery query = risk_query();
  const Table risk = make_table(runs, query, {});
  CHECK(!risk.cells[0][0]->mean);
  CHECK(risk.reasons[0][0] == "1 not finite: nan");
  query.value = "epsilon/rdp";
  const Table epsilon = make_table(runs, query, {});
  CHECK(!epsilon.cells[1][1]->mean);
  CHECK(epsilon.reasons[1][1] == "not finite: inf");
  CHECK(*epsilon.cells[0][0]->mean == 0.9);
}

TEST_CASE("table: values of every kind have a name, and a wrong one gets the nearest") {
  auto runs = small_table_runs();
  for (StoredRun& run : runs) {
    run.cpu = 0.25;
    run.gradients = 7;
    run.bounds["ma2022"] = 0.5;
    run.missing["accuracy"] = "no test set";
    run.unsupported["paper"] = "knows iterations only";
    run.epsilons["gdp"] = 0.75;
    run.directions["gdp"] = "exact";
    run.schedule["T"] = 1117;
  }
  TableQuery query = risk_query();
  const auto first = [&](const std::string& value) {
    query.value = value;
    return make_table(runs, query, {});
  };
  CHECK(*first("cpu").cells[0][0]->mean == 0.25);
  CHECK(has_line(first("cpu"), "indicative"));
  CHECK(*first("gradients").cells[0][0]->mean == 7);
  CHECK(*first("bound/ma2022").cells[0][0]->mean == 0.5);
  CHECK(*first("epsilon/gdp").cells[0][0]->mean == 0.75);
  CHECK(has_line(first("epsilon/gdp"), "accountant gdp (exact), in nats"));
  CHECK(*first("schedule/T").cells[0][0]->mean == 1117);
  CHECK(!first("accuracy").cells[0][0]);
  CHECK(first("accuracy").reasons[0][0] == "without a value: no test set");
  CHECK(first("epsilon/paper").reasons[0][0] == "without a value: knows iterations only");
  runs[0].priced["gdp@1e-06"] = {.epsilon = 1.25, .direction = "upper"};
  CHECK(first("epsilon/gdp@1e-6").cells[1][1]->mean == 1.25);
  CHECK(first("epsilon/gdp@0.000001").legend[0].find("at delta = 1e-06") != std::string::npos);
  CHECK(first("epsilon/gdp@1e-5").cells[0][0]->mean == first("epsilon/gdp").cells[0][0]->mean);
  query.delta = 1e-6;
  CHECK(first("epsilon/gdp").cells[1][1]->mean == 1.25);
  CHECK(first("epsilon/gdp").value == "epsilon/gdp@1e-06");
  query.value = "epsilon/rdp@1e-7";
  CHECK(error_of(runs, query) ==
        "no ledger was priced as epsilon/rdp@1e-07: dpsco account OUT --accountant rdp --delta "
        "1e-07 does that");
  query.value = "epsilon/gdp@1e-5x";
  CHECK(error_of(runs, query) ==
        "'epsilon/gdp@1e-5x': after @ stands a delta in (0, 1), for example @1e-6");
  query.delta = 0;
  query.value = "rsik";
  CHECK(error_of(runs, query) == "no run has a value called 'rsik'; did you mean 'risk'?");
  query.value = "epsilon/gpd";
  CHECK(error_of(runs, query) ==
        "no run has a value called 'epsilon/gpd'; did you mean 'epsilon/gdp'?");
  query.value = "risk";
  query.rows = "lable";
  CHECK(error_of(runs, query) == "no run has a field called 'lable'; did you mean 'label'?");
}

TEST_CASE("table: a wall time is shown only if the run was alone and undisturbed") {
  auto runs = small_table_runs();
  TableQuery query = risk_query();
  query.value = "wall";
  CHECK(error_of(runs, query) ==
        "wall: none of the 19 runs was timed in isolated mode with clean quality, so there is no "
        "run time to show; run with --timing isolated on a quiet machine, or use --value cpu");
  for (StoredRun& run : runs) {
    run.wall = 2;
    run.isolated = run.label == "flat";
    run.quality = run.d == 10 ? "clean" : "contaminated";
  }
  const Table table = make_table(runs, query, {});
  CHECK(*table.cells[1][0]->mean == 2);
  CHECK(!table.cells[1][1]);
  CHECK(table.reasons[1][1] == "without a value: wall time is contaminated, not clean");
  CHECK(table.reasons[0][0].find("throughput mode") != std::string::npos);
}

TEST_CASE("table: the legend says what was promised, what is oracle, and what is mixed") {
  auto runs = small_table_runs();
  Table table = make_table(runs, risk_query(), {});
  CHECK(has_line(table, "epsilon = 1, delta = 1e-05, adjacency replace_one"));
  CHECK(!has_line(table, "oracle"));
  CHECK(!has_line(table, "builds"));
  CHECK(!has_line(table, "reference optimum"));
  for (StoredRun& run : runs) {
    if (run.label == "flat") run.radius_mark = "oracle";
    if (run.label == "flat") run.build = "another";
    run.target.delta = run.label == "flat" ? 1e-5 : 1e-6;
    run.optimum_gap = run.d * 1e-12;
  }
  TableQuery query = risk_query();
  query.meaning = "excess risk, in units of the loss";
  table = make_table(runs, query, {});
  CHECK(has_line(table, "delta = 1e-06 | 1e-05"));
  CHECK(has_line(table, "which nobody has in life (flat)"));
  CHECK(has_line(table, "results of 2 builds are mixed"));
  CHECK(has_line(table, "certified to within 1.0e-10"));
  CHECK(has_line(table, "risk: excess risk, in units of the loss"));
}

TEST_CASE("table: runs without an axis are left out and counted; nothing at all is a sentence") {
  auto runs = small_table_runs();
  for (StoredRun& run : runs)
    if (run.label == "flat") run.parameters["algorithm.eta0"] = 10.0;
  TableQuery query = risk_query();
  query.rows = "eta0";
  const Table table = make_table(runs, query, {});
  CHECK(texts(table.rows) == std::vector<std::string>{"10"});
  CHECK(has_line(table, "left out: 12 runs without eta0 or d"));
  CHECK(error_of({}, risk_query()) == "there are no results to show yet: run the grid first");
  query.where = {"d>1000", "n>1"};
  CHECK(error_of(runs, query) == "no finished run meets --where d>1000 --where n>1");
}

}  // namespace dpsco
