#include "results/compare/compare_methods.hpp"

#include <algorithm>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"
#include "results/testing/table_runs.hpp"

namespace dpsco {

namespace {

/// Base 1 to 1.09 by repetition; "good" is .1 below, "bad" above by .1 (d = 10) or failed
/// (d = 100).
std::vector<StoredRun> three_methods() {
  std::vector<StoredRun> runs;
  for (const int d : {10, 100}) {
    for (int i = 0; i < 10; ++i) {
      const double base = 1 + 0.01 * i;
      runs.push_back(table_run("base", d, i, base));
      runs.push_back(table_run("good", d, i, base - 0.1 - 0.001 * i));
      runs.push_back(table_run("bad", d, i, base + 0.1 + 0.001 * i));
      if (d == 100) {
        runs.back().status = Status::diverged;
        runs.back().metrics.clear();
      }
    }
  }
  return runs;
}

Comparison against_base(std::vector<StoredRun> runs) {
  return compare_methods(runs, {.baseline = "base", .value = "risk"}, {});
}

const MethodDifference& of(const Comparison& comparison,
                           const std::string& cell,
                           const std::string& method) {
  for (const MethodDifference& each : comparison.differences)
    if (comparison.cells[each.cell] == cell && comparison.methods[each.method] == method)
      return each;
  throw std::logic_error("no such difference");
}

}  // namespace

TEST_CASE("compare: differences are within repetitions, so a shared trend does not hide them") {
  const Comparison comparison = against_base(three_methods());
  const MethodDifference& good = of(comparison, "d=10", "good");
  CHECK(good.pairs == 10);
  CHECK(near(*good.median, -0.1045, 1e-12));
  CHECK(good.interval->low >= -0.109 - 1e-12);
  CHECK(good.interval->high <= -0.1 + 1e-12);
  CHECK(good.wins == 10);
  CHECK(near(*good.sign_p, 2.0 / 1024, 1e-12));
  CHECK(near(*good.wilcoxon_p, 2.0 / 1024, 1e-12));
  CHECK(near(*good.wilcoxon_holm, 4 * 2.0 / 1024, 1e-12));  // four comparisons with one p
}

TEST_CASE("compare: a method that fails loses, has no difference, and ranks last") {
  const Comparison comparison = against_base(three_methods());
  const MethodDifference& bad = of(comparison, "d=100", "bad");
  CHECK(bad.pairs == 0);
  CHECK(!bad.median);
  CHECK(bad.losses == 10);
  CHECK(bad.failed == 10);
  CHECK(near(*bad.wilcoxon_p, 2.0 / 1024, 1e-12));
  const auto method = std::size_t(&bad - comparison.differences.data());
  const MethodOverall& overall = comparison.overall[comparison.differences[method].method];
  CHECK(overall.worse == 2);
  CHECK(overall.better + overall.even == 0);
  CHECK(comparison.methods == std::vector<std::string>{"bad", "base", "good"});  // no plan: by name
  CHECK(comparison.ranks.ranks == std::vector<double>{3, 2, 1});
  CHECK(share_at(comparison.profile, 0, 1e6) == 0.5);
}

TEST_CASE("compare: accuracy is better when higher, unless the user says otherwise") {
  std::vector<StoredRun> runs = three_methods();
  for (StoredRun& run : runs) {
    for (const auto& [name, risk] : Numbers(run.metrics)) run.metrics["test_accuracy"] = risk / 2;
  }
  CompareQuery query{.baseline = "base", .value = "test_accuracy"};
  const Comparison higher = compare_methods(runs, query, {});
  CHECK(higher.higher_is_better);
  CHECK(of(higher, "d=10", "good").losses == 10);
  CHECK(*of(higher, "d=10", "good").median < 0);  // the sign is the value's, not the verdict's
  CHECK(higher.overall[2].worse == 2);
  query.better = "lower";
  CHECK(of(compare_methods(runs, query, {}), "d=10", "good").wins == 10);
  query.better = "lowre";
  CHECK_THROWS_WITH_AS(compare_methods(runs, query, {}),
                       "--better 'lowre': expected lower, higher or auto; did you mean 'lower'?",
                       ConfigError);
}

TEST_CASE("compare: methods whose noise different accountants set pair in every repetition") {
  std::vector<StoredRun> runs = three_methods();
  for (StoredRun& run : runs)
    if (run.label == "good") run.calibrate = "contour";
  const Comparison comparison = against_base(runs);
  CHECK(comparison.cells == std::vector<std::string>{"d=10", "d=100"});
  for (const char* cell : {"d=10", "d=100"}) {
    CHECK(of(comparison, cell, "good").pairs == 10);
    CHECK(of(comparison, cell, "good").wins == 10);
  }
  CHECK(comparison.incomplete_cells == 0);
  CHECK(comparison.ranks.cells == 2);
}

TEST_CASE("compare: runs of one method that differ in the accountant alone are never merged") {
  std::vector<StoredRun> runs = three_methods(), again = three_methods();
  for (StoredRun& run : again) {
    run.calibrate = "contour";
    run.key += "/contour";
    run.metrics["risk"] += run.label == "good" ? 1 : 0;
  }
  runs.insert(runs.end(), again.begin(), again.end());
  const Comparison comparison = against_base(runs);
  CHECK(comparison.cells.size() == 4);
  CHECK(of(comparison, "d=10 calibrate=gdp", "good").wins == 10);
  CHECK(of(comparison, "d=10 calibrate=contour", "good").losses == 10);
  CHECK(std::any_of(comparison.legend.begin(), comparison.legend.end(), [](const auto& line) {
    return line.starts_with("calibrate: some method was run under several accountants");
  }));
}

TEST_CASE("compare: misfits are no pairs but a reason; half-run cells are not ranked") {
  std::vector<StoredRun> runs = small_table_runs();
  const Comparison comparison = compare_methods(runs, {.baseline = "flat", .value = "risk"}, {});
  const MethodDifference& picky = of(comparison, "d=100", "picky");
  CHECK(picky.wins + picky.ties + picky.losses == 0);
  CHECK(!picky.wilcoxon_p);
  CHECK(picky.reason == "skipped: needs d < 50");
  CHECK(comparison.incomplete_cells == 1);
  CHECK(comparison.ranks.cells == 1);
}

TEST_CASE("compare: mistakes name the nearest, and a mix of parameters names the way out") {
  std::vector<StoredRun> runs = three_methods();
  CHECK_THROWS_WITH_AS(compare_methods(runs, {.baseline = "basee", .value = "risk"}, {}),
                       "no run has the label 'basee' to be the baseline; did you mean 'base'?",
                       ConfigError);
  StoredRun variant = runs.front();
  variant.key = "other";
  variant.parameters["algorithm.eta0"] = 2.0;
  runs.push_back(variant);
  CHECK_THROWS_WITH_AS(
      against_base(runs),
      doctest::Contains(
          "algorithm.eta0 = -, 2: choose one with --where 'algorithm.eta0=-', or give"),
      ConfigError);
}

TEST_CASE("compare: JSON has every number, text and Markdown name the value and the level") {
  const Comparison comparison = against_base(three_methods());
  const auto json = nlohmann::json::parse(comparison_as("json", comparison));
  CHECK(json["baseline"] == "base");
  CHECK(json["differences"].size() == 4);
  CHECK(json["differences"][0]["method"] == "bad");
  CHECK(json["differences"][0]["losses"] == 10);
  CHECK(json["overall"].size() == 2);
  CHECK(json["ranks"]["mean"].size() == 3);
  for (const char* format : {"text", "md"}) {
    const std::string text = comparison_as(format, comparison);
    CHECK(text.find("0/0/10") != std::string::npos);
    CHECK(text.find("Friedman") != std::string::npos);
  }
  CHECK_THROWS_WITH_AS(comparison_as("jsno", comparison),
                       "unknown format 'jsno'; did you mean 'json'?",
                       ConfigError);
}

}  // namespace dpsco
