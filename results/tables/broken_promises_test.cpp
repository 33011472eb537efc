#include "results/tables/broken_promises.hpp"

#include <limits>

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
  CHECK(judge_promises(runs, metric_of).broken.empty());
  // Above in the mean, but not beyond the interval.
  runs = {run(10, 0, 0.9, 1), run(10, 1, 1.5, 1), run(10, 2, 0.7, 1)};
  CHECK(judge_promises(runs, metric_of).broken.empty());
  for (int repetition = 0; repetition < 3; ++repetition)
    runs.push_back(run(1000, repetition, 1.2 + 0.01 * repetition, 1));
  const auto broken = judge_promises(runs, metric_of).broken;
  REQUIRE(broken.size() == 1);
  CHECK(broken[0].bound == "theorem");
  CHECK(broken[0].cell.find("d = 1000") != std::string::npos);
  CHECK(broken[0].runs == 3);
  CHECK(broken[0].low > 0.18);
  CHECK(broken[0].low < 0.21);
}

TEST_CASE("a run that diverged breaks a finite bound, whatever the others say") {
  const std::map<std::string, std::string> metric_of{{"theorem", "risk"}};
  std::vector<StoredRun> runs{run(10, 0, 0.1, 1), run(10, 1, 0.1, 1), run(10, 2, 0, 1)};
  runs.back().status = Status::diverged;
  runs.back().reason = "the solution is not finite";
  runs.back().metrics.clear();
  for (const std::size_t first : {0, 2}) {  // beside ok runs, and alone
    const auto broken = judge_promises(std::span(runs).subspan(first), metric_of).broken;
    REQUIRE(broken.size() == 1);
    CHECK(broken[0].bound == "theorem");
    CHECK(broken[0].cell.find("d = 10") != std::string::npos);
    CHECK(broken[0].runs == 2 - first);
    CHECK(broken[0].diverged == 1);
    CHECK(broken[0].reason == "the solution is not finite");
  }
  // Outside its conditions a bound has no value, and an infinite one promises nothing.
  runs.back().bounds.erase("theorem");
  CHECK(judge_promises(runs, metric_of).broken.empty());
  runs.back().bounds["theorem"] = std::numeric_limits<double>::infinity();
  CHECK(judge_promises(runs, metric_of).broken.empty());
}

TEST_CASE("what can't be judged is counted with its reason") {
  const std::map<std::string, std::string> metric_of{{"theorem", "risk"}};
  const auto unjudged = [&](const std::vector<StoredRun>& runs) {
    const JudgedPromises judged = judge_promises(runs, metric_of);
    CHECK(judged.broken.empty());
    std::string text;
    for (const UnjudgedPromises& each : judged.unjudged)
      text += std::to_string(each.cells) + ": " + each.reason + "\n";
    return text;
  };
  std::vector<StoredRun> runs{run(10, 0, 5, 1), run(100, 0, 5, 1)};
  CHECK(unjudged(runs) == "2: one finished run has no interval\n");
  runs.push_back(run(100, 1, 0.1, 1));  // now an interval, around 0
  CHECK(unjudged(runs) == "1: one finished run has no interval\n");
  runs.assign(2, run(10, 0, 5, 1));
  runs[1].repetition = 1;
  for (StoredRun& each : runs) each.metrics = {{"other", 1.0}};
  CHECK(unjudged(runs) == "1: the metric risk of the bound theorem is not among theirs\n");
  for (StoredRun& each : runs) each.missing["risk"] = "no population";
  CHECK(unjudged(runs) == "1: the metric risk of the bound theorem has no value: no population\n");
  for (StoredRun& each : runs) each.status = Status::timeout;
  CHECK(unjudged(runs) == "1: no run of theirs finished\n");
}

}  // namespace dpsco
