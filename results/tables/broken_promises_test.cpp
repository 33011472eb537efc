#include "results/tables/broken_promises.hpp"

#include <doctest/doctest.h>

namespace dpsco {

namespace {

StoredRun run(double d, std::int64_t repetition, double risk, double bound) {
  StoredRun one;
  one.status = Status::ok;
  one.label = "method";
  one.d = d;
  one.repetition = repetition;
  one.metrics = {{"risk", risk}};
  one.bounds = {{"theorem", bound}, {"printed", 0.0}};
  return one;
}

}  // namespace

TEST_CASE("a risk above its bound beyond the interval is a broken promise, and named") {
  const std::map<std::string, std::string> metric_of{{"theorem", "risk"}};
  std::vector<StoredRun> runs{run(10, 0, 0.1, 1), run(10, 1, 0.2, 1), run(10, 2, 0.1, 1)};
  CHECK(broken_promises(runs, metric_of).empty());
  // Above in the mean, but not beyond the interval.
  runs = {run(10, 0, 0.9, 1), run(10, 1, 1.5, 1), run(10, 2, 0.7, 1)};
  CHECK(broken_promises(runs, metric_of).empty());
  for (int repetition = 0; repetition < 3; ++repetition)
    runs.push_back(run(1000, repetition, 1.2 + 0.01 * repetition, 1));
  const auto broken = broken_promises(runs, metric_of);
  REQUIRE(broken.size() == 1);
  CHECK(broken[0].bound == "theorem");
  CHECK(broken[0].cell.find("d = 1000") != std::string::npos);
  CHECK(broken[0].runs == 3);
  CHECK(broken[0].low > 0.18);
  CHECK(broken[0].low < 0.21);
}

TEST_CASE("a single run is not judged, and neither are runs that failed") {
  const std::map<std::string, std::string> metric_of{{"theorem", "risk"}};
  std::vector<StoredRun> runs{run(10, 0, 5, 1)};
  CHECK(broken_promises(runs, metric_of).empty());
  runs.push_back(run(10, 1, 6, 1));
  runs.back().status = Status::diverged;
  CHECK(broken_promises(runs, metric_of).empty());
}

}  // namespace dpsco
