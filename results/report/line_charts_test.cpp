#include "results/report/line_charts.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "framework/testing/near.hpp"
#include "results/testing/pointers.hpp"
#include "results/testing/table_runs.hpp"

namespace dpsco {

namespace {

/// What a report does with runs, up to the charts of "risk".
class Charted {
 public:
  explicit Charted(std::vector<StoredRun> runs, std::string value = "risk")
      : runs_(std::move(runs)), value_(std::move(value)) {
    all_ = pointers(runs_);
    set_ = experiments_of(all_, {});
    samples_ = samples_of(set_, value_named(value_, all_));
  }
  const ExperimentSet& set() const { return set_; }
  std::vector<std::string> sweeps() const {
    std::vector<std::string> names;
    for (const Column* column : sweeps_of(set_)) names.push_back(column->name);
    return names;
  }
  LineCharts against(std::string_view x,
                     std::size_t room = 100,
                     const std::string& bound = "",
                     bool best_settings = false,
                     bool shape_only = false) {
    LineChartQuery query{.set = set_,
                         .value = value_,
                         .y_title = "risk (nats)",
                         .samples = samples_,
                         .numbers = value_named(value_, all_),
                         .best_settings = best_settings};
    if (!bound.empty())
      query.bounds = {{bound, shape_only, samples_of(set_, value_named("bound/" + bound, all_))}};
    REQUIRE(set_.find(x) != nullptr);
    return line_charts(query, *set_.find(x), {}, styles_, room);
  }

 private:
  std::vector<StoredRun> runs_;
  std::string value_;
  std::vector<const StoredRun*> all_;
  ExperimentSet set_;
  std::vector<ExperimentMean> samples_;
  StyleBook styles_;
};

const ChartLine* line_named(const Chart& chart, std::string_view name) {
  for (const ChartLine& line : chart.lines)
    if (line.name == name) return &line;
  return nullptr;
}

}  // namespace

TEST_CASE("line charts: a line a method, a point an experiment, with its interval") {
  Charted charted(small_table_runs());
  CHECK(charted.sweeps() == std::vector<std::string>{"d"});
  const LineCharts drawn = charted.against("d");
  REQUIRE(drawn.charts.size() == 1);
  const Chart& chart = drawn.charts[0];
  REQUIRE(line_named(chart, "flat") != nullptr);
  REQUIRE(line_named(chart, "climbs") != nullptr);
  const ChartLine& flat = *line_named(chart, "flat");
  REQUIRE(flat.points.size() == 2);
  CHECK(flat.points[0].x == 10);
  CHECK(near(flat.points[0].y, 0.15, 1e-14));
  CHECK(flat.points[0].failed == 1);
  REQUIRE(flat.points[0].band.has_value());
  CHECK(flat.points[0].band->low < 0.15);
  REQUIRE(line_named(chart, "climbs")->slope.has_value());
  CHECK(near(*line_named(chart, "climbs")->slope->value, 0.5, 1e-9));
  CHECK(chart.x.log);
  CHECK(chart.y.log);
  CHECK(chart.x.title == "dimension d (features)");
  CHECK(chart.reading.find("Rises with d: climbs (0.50)") != std::string::npos);
  CHECK(chart.reading.find("flat (0.00)") != std::string::npos);
}

TEST_CASE("line charts: what has no value, and what failed, is said below") {
  Charted charted(small_table_runs());
  const LineCharts drawn = charted.against("d");
  REQUIRE(drawn.charts.size() == 1);
  std::string notes;
  for (const std::string& note : drawn.charts[0].notes) notes += note + '\n';
  CHECK(notes.find("picky has no value at 100 (skipped: needs d < 50)") != std::string::npos);
  CHECK(notes.find("flat: 1 runs failed and are in no mean") != std::string::npos);
}

TEST_CASE("line charts: other fields make charts of their own, named by what tells them apart") {
  std::vector<StoredRun> runs;
  for (const double epsilon : {1.0, 4.0}) {
    for (const double d : {10.0, 100.0}) {
      runs.push_back(table_run("sgd", d, 0, d / epsilon));
      runs.back().target.epsilon = epsilon;
      runs.back().target.delta = epsilon * 1e-6;  // follows from epsilon: not named
      runs.back().key += std::to_string(epsilon);
    }
  }
  Charted charted(runs);
  const LineCharts drawn = charted.against("d");
  REQUIRE(drawn.charts.size() == 2);
  CHECK(drawn.charts[0].facet == "epsilon = 1");
  CHECK(drawn.charts[1].facet == "epsilon = 4");
  CHECK(drawn.charts[0].id != drawn.charts[1].id);
  const LineCharts one = charted.against("d", 1);
  CHECK(one.charts.size() == 1);
  CHECK(one.left_out == 1);
}

TEST_CASE("line charts: a size that follows from x is no obstacle, a data set that does is") {
  std::vector<StoredRun> zipped, files;
  for (const double d : {10.0, 100.0}) {
    zipped.push_back(table_run("sgd", d, 0, d));
    zipped.back().n = 20 * d;
    files.push_back(table_run("sgd", d, 0, d));
    files.back().data = d == 10 ? "a9a" : "w8a";
  }
  Charted with_zip(zipped), with_files(files);
  CHECK(with_zip.sweeps() == std::vector<std::string>{"d"});  // n says the same
  CHECK(with_zip.against("d").charts.size() == 1);
  CHECK(with_files.against("d").charts.empty());
}

TEST_CASE("line charts: a parameter that varies within a label makes lines of its own") {
  std::vector<StoredRun> runs;
  for (const double eta : {1.0, 2.0}) {
    for (const double d : {10.0, 100.0}) {
      runs.push_back(table_run("sgd", d, 0, eta * d));
      runs.back().parameters["algorithm.eta0"] = eta;
      runs.back().key += std::to_string(eta);
    }
  }
  Charted charted(runs);
  const LineCharts drawn = charted.against("d");
  REQUIRE(drawn.charts.size() == 1);
  CHECK(line_named(drawn.charts[0], "sgd, eta0 = 1") != nullptr);
  CHECK(line_named(drawn.charts[0], "sgd, eta0 = 2") != nullptr);
  CHECK(charted.against("algorithm.eta0").charts.size() == 2);  // one for each d
}

TEST_CASE("line charts: long fractions are rounded in names where that keeps lines apart") {
  const auto charted_with = [](const std::vector<double>& etas) {
    std::vector<StoredRun> runs;
    for (const double eta : etas) {
      for (const double d : {10.0, 100.0}) {
        runs.push_back(table_run("sgd", d, 0, eta * d));
        runs.back().parameters["algorithm.eta0"] = eta;
        runs.back().key += std::to_string(eta);
      }
    }
    return Charted(runs).against("d").charts.at(0);
  };
  const Chart apart = charted_with({0.948683298050514, 36178});
  CHECK(line_named(apart, "sgd, eta0 = 0.9487") != nullptr);
  CHECK(line_named(apart, "sgd, eta0 = 36178") != nullptr);
  const Chart close = charted_with({0.948683298, 0.948683299});
  CHECK(close.lines.size() == 2);
  CHECK(line_named(close, "sgd, eta0 = 0.948683298") != nullptr);
}

TEST_CASE("line charts: who set the noise parts a method's own runs, not one method from another") {
  std::vector<StoredRun> runs = small_table_runs();
  for (StoredRun& run : runs) run.calibrate = run.label == "flat" ? "gdp" : "contour";
  const LineCharts one = Charted(runs).against("d");
  REQUIRE(one.charts.size() == 1);
  CHECK(line_named(one.charts[0], "flat") != nullptr);
  CHECK(line_named(one.charts[0], "climbs") != nullptr);
  std::vector<StoredRun> again = runs;
  for (StoredRun& run : again) run.calibrate = "rdp";
  again.insert(again.end(), runs.begin(), runs.end());
  CHECK(Charted(again).against("d").charts.size() == 3);
}

TEST_CASE("line charts: of too many lines each method's best setting at each x, said so") {
  std::vector<StoredRun> runs;
  // Risk (eta - best)^2 + d / 1000: the best eta0 is 4 at d = 10 and 9 at d = 100.
  for (int eta = 1; eta <= 12; ++eta)
    for (const double d : {10.0, 100.0}) {
      const double off = eta - (d == 10 ? 4 : 9);
      runs.push_back(table_run("swept", d, 0, off * off + d / 1000));
      runs.back().parameters["algorithm.eta0"] = double(eta);
      runs.back().key += std::to_string(eta);
    }
  for (const double d : {10.0, 100.0}) runs.push_back(table_run("plain", d, 0, 1));
  const Chart chart = Charted(runs).against("d", 100, "", true).charts.at(0);
  REQUIRE(chart.lines.size() == 2);
  const ChartLine* best = line_named(chart, "swept, best eta0");
  REQUIRE(best != nullptr);
  REQUIRE(best->points.size() == 2);
  CHECK(near(best->points[0].y, 0.01, 1e-12));
  CHECK(near(best->points[1].y, 0.1, 1e-12));
  CHECK(line_named(chart, "plain") != nullptr);
  REQUIRE(chart.notes.size() == 1);
  CHECK(chart.notes[0].find("of up to 12, with the best mean of these very runs: optimistic") !=
        std::string::npos);
}

TEST_CASE("line charts: an oracle's best settings include its method's untuned one") {
  std::vector<StoredRun> runs;
  const auto add = [&](const std::string& label, double eta, double risk) {
    for (const double d : {10.0, 100.0}) {
      runs.push_back(table_run(label, d, 0, risk * d));
      runs.back().algorithm = "swept";
      runs.back().parameters["algorithm.eta0"] = eta;
      runs.back().key += std::to_string(eta);
    }
  };
  add("swept", 100, 0.1);
  for (int eta = 1; eta <= 12; ++eta) add("swept, oracle-tuned", eta, eta);
  const Chart chart = Charted(runs).against("d", 100, "", true).charts.at(0);
  REQUIRE(chart.lines.size() == 2);
  const ChartLine* best = line_named(chart, "swept, oracle-tuned, best eta0");
  REQUIRE(best != nullptr);
  REQUIRE(best->points.size() == 2);
  CHECK(near(best->points[0].y, 1, 1e-12));
  CHECK(near(best->points[1].y, 10, 1e-12));
  CHECK(chart.notes.at(0).find("of up to 13,") != std::string::npos);
  CHECK(chart.notes[0].ends_with("oracle-tuned may also be the untuned setting"));
}

TEST_CASE("line charts: of too many lines every method keeps one before any keeps a second") {
  std::vector<StoredRun> runs;
  const auto add = [&](const std::string& label, double eta) {
    for (const double d : {10.0, 100.0}) {
      runs.push_back(table_run(label, d, 0, eta * d));
      runs.back().parameters["algorithm.eta0"] = eta;
      runs.back().key += std::to_string(eta);
    }
  };
  for (int k = 1; k <= 12; ++k) add("swept", k);
  add("second", 1);
  add("second", 2);
  add("plain", 3);
  const Chart chart = Charted(runs).against("d").charts.at(0);
  CHECK(chart.lines.size() == 10);
  for (const char* name : {"plain, eta0 = 3", "second, eta0 = 1", "second, eta0 = 2"})
    CHECK(line_named(chart, name) != nullptr);
  CHECK(line_named(chart, "swept, eta0 = 7") != nullptr);
  CHECK(line_named(chart, "swept, eta0 = 8") == nullptr);
  REQUIRE(chart.notes.size() == 1);
  CHECK(chart.notes[0] == "5 further lines are not drawn: choose with --where");
}

TEST_CASE("line charts: a bound is dashed, in its method's style, without a band") {
  std::vector<StoredRun> runs = small_table_runs();
  for (StoredRun& run : runs)
    if (run.label == "flat" && run.status == Status::ok) run.bounds["theorem"] = 2.0;
  Charted charted(runs);
  const LineCharts drawn = charted.against("d", 100, "theorem");
  REQUIRE(drawn.charts.size() == 1);
  const ChartLine* bound = line_named(drawn.charts[0], "bound theorem");
  REQUIRE(bound != nullptr);
  CHECK(bound->dashed);
  CHECK(bound->style == line_named(drawn.charts[0], "flat")->style);
  CHECK_FALSE(bound->points[0].band.has_value());
  CHECK(drawn.charts[0].y.high >= 2);
}

TEST_CASE("line charts: a bound that claims a shape only is named and not drawn") {
  std::vector<StoredRun> runs = small_table_runs();
  for (StoredRun& run : runs) {
    run.status = Status::ok;
    run.metrics["risk"] = 1;
    run.bounds["shape"] = 2.0;
  }
  Charted charted(runs);
  const Chart chart = charted.against("d", 100, "shape", false, true).charts.at(0);
  CHECK(chart.lines.size() == 3);
  for (const ChartLine& line : chart.lines) CHECK_FALSE(line.dashed);
  REQUIRE(chart.notes.size() == 1);
  CHECK(chart.notes[0] == "bound shape is not drawn: it claims a shape, but no constants");
  CHECK(chart.y.high < 2);
}

TEST_CASE("line charts: a few values at or below zero leave the axis logarithmic and are named") {
  std::vector<StoredRun> runs;
  for (const double d : {1.0, 10.0, 100.0, 1000.0, 10000.0})
    runs.push_back(table_run("sgd", d, 0, d == 10 ? -0.001 : d));
  Charted charted(runs);
  const LineCharts drawn = charted.against("d");
  REQUIRE(drawn.charts.size() == 1);
  CHECK(drawn.charts[0].y.log);
  CHECK(drawn.charts[0].lines[0].points.size() == 4);
  REQUIRE(drawn.charts[0].notes.size() == 1);
  CHECK(drawn.charts[0].notes[0] == "sgd at 10 is -0.001, which a log axis can't show");
}

TEST_CASE("line charts: an accuracy's interval may pass 1, its axis does not") {
  std::vector<StoredRun> runs;
  for (const double d : {10.0, 100.0})
    for (int r = 0; r < 2; ++r) {
      runs.push_back(table_run("m", d, r, 0));
      runs.back().metrics["test_accuracy"] = 0.5 + 0.4 * r;
    }
  const Chart chart = Charted(runs, "test_accuracy").against("d").charts.at(0);
  REQUIRE(chart.lines.at(0).points.at(0).band.has_value());
  CHECK(chart.lines[0].points[0].band->high > 1);
  CHECK(chart.y.low == 0);
  CHECK(chart.y.high == 1);
}

TEST_CASE("line charts: values of both signs take a linear axis, all of them drawn") {
  Charted charted({table_run("sgd", 10, 0, -1), table_run("sgd", 100, 0, 1)});
  const LineCharts drawn = charted.against("d");
  REQUIRE(drawn.charts.size() == 1);
  CHECK_FALSE(drawn.charts[0].y.log);
  CHECK(drawn.charts[0].lines[0].points.size() == 2);
  CHECK(drawn.charts[0].reading == "At d = 100, from low to high: sgd (1).");
}

}  // namespace dpsco
