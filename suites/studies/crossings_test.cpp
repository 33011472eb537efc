#include "suites/studies/crossings.hpp"

#include <doctest/doctest.h>

#include "suites/catalog.hpp"

namespace dpsco {

// 01 section 6.3: its d* columns. The tuned phased bound's step is optimised to other digits there.
TEST_CASE("promised crossings are those of the table, the largest ones to a percent") {
  const Catalog catalog = full_catalog();
  const auto at = [&](const char* flat, const char* growing, Index n, double epsilon, double R) {
    const auto found = promised_crossing(catalog, flat, growing, n, {epsilon, 1e-5}, R);
    REQUIRE(found);
    return double(*found);
  };
  CHECK(at("ma2022-single-pass", "pnsgd-last-iterate", 1000, 1, 1) == 33);
  CHECK(at("ma2022-single-pass", "pnsgd-last-iterate", 10000, 1, 1) == 415);
  CHECK(at("ma2022-single-pass", "pnsgd-last-iterate", 1000, 0.1, 10) == 7);
  CHECK(at("ma2022-constant-lambda", "pnsgd-last-iterate", 10000, 1, 10) == 58);
  CHECK(at("full-batch-langevin", "noisy-gd-by-d", 1000, 1, 1) == 19);
  CHECK(at("full-batch-langevin", "noisy-gd-by-d", 10000, 1, 10) == 361);
  CHECK(std::abs(at("ma2022-single-pass", "phased-sgd", 10000, 1, 1) - 477) <= 12);
  CHECK(std::abs(at("ma2022-theorem-1-printed", "bassily2019", 1000, 1, 1) - 22674) <= 227);
}

TEST_CASE("measured crossings are interpolated, or say what was not seen") {
  std::vector<StoredRun> runs;
  const auto add = [&](const char* label, double d, double risk) {
    StoredRun run;
    run.status = Status::ok;
    run.label = label;
    run.d = d;
    run.target.epsilon = 1;
    run.metrics = {{"excess_population_risk", risk}};
    runs.push_back(run);
  };
  for (const double d : {10.0, 100.0, 1000.0}) {
    add("flat", d, 0.1);
    add("grows", d, 0.01 * std::sqrt(d) / std::sqrt(10.0));  // meets 0.1 at d = 1000
    add("worse", d, 0.2);
    add("better", d, 0.05);
  }
  runs.back().metrics["excess_population_risk"] = 0.04;
  const std::vector<std::string> arms{"grows", "worse", "better"};
  const std::string text = crossings_text(runs, full_catalog(), "flat", arms);
  CHECK(text.find("worse                at or before 10") != std::string::npos);
  CHECK(text.find("better               none up to 1000") != std::string::npos);
}

}  // namespace dpsco
