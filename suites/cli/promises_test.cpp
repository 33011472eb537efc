#include "suites/cli/promises.hpp"

#include <doctest/doctest.h>

#include "suites/catalog.hpp"

namespace dpsco {

namespace {

StoredRun run_with(const std::string& bound, std::int64_t repetition) {
  StoredRun run;
  run.status = Status::ok;
  run.label = "method";
  run.d = 10;
  run.repetition = repetition;
  run.metrics = {{"excess_empirical_risk", 0.1}};
  run.bounds = {{bound, 1.0}};
  return run;
}

}  // namespace

TEST_CASE("promises: a diverged run is named as broken, what nobody can judge is said") {
  const Catalog catalog = full_catalog();
  std::vector<StoredRun> runs{run_with("decentralised-gd", 0), run_with("decentralised-gd", 1)};
  PromiseLines lines = promise_lines(runs, catalog);
  CHECK(lines.broken.empty());
  CHECK(lines.not_judged.empty());
  runs[1].status = Status::diverged;
  runs[1].reason = "the solution is not finite";
  runs[1].metrics.clear();
  lines = promise_lines(runs, catalog);
  CHECK(lines.broken.starts_with(
      "BROKEN PROMISE  1 of 2 runs diverged, where the bound decentralised-gd promises a finite "
      "excess_empirical_risk: method, "));
  CHECK(lines.broken.ends_with("(the solution is not finite)\n"));
  runs.pop_back();
  lines = promise_lines(runs, catalog);
  CHECK(lines.broken.empty());
  CHECK(lines.not_judged ==
        "not judged: 1 cell with a bound, because one finished run has no interval\n");
}

TEST_CASE("promises: a shape promises nothing, however the runs end") {
  std::vector<StoredRun> runs{run_with("bassily2014", 0)};
  runs[0].status = Status::diverged;
  const Catalog catalog = full_catalog();
  REQUIRE(catalog.bounds.entry("bassily2014").card.constants == "shape only");
  const PromiseLines lines = promise_lines(runs, catalog);
  CHECK(lines.broken.empty());
  CHECK(lines.not_judged.empty());
}

}  // namespace dpsco
