#include "results/track/track_results.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"
#include "framework/core/random.hpp"
#include "results/testing/table_runs.hpp"

namespace dpsco {

namespace {

constexpr int repetitions = 12;

/// Two methods, 12 repetitions each.
std::vector<StoredRun> stored() {
  std::vector<StoredRun> runs;
  for (const char* label : {"a", "b"}) {
    for (int i = 0; i < repetitions; ++i) {
      StoredRun run = table_run(label, 10, i, 0.5 + 0.01 * i);
      run.digest = "d" + std::to_string(i);
      run.build = "old";
      run.epsilons = {{"gdp", 1.0}, {"paper", std::numeric_limits<double>::infinity()}};
      runs.push_back(run);
    }
  }
  return runs;
}

Baseline baseline() {
  return {.suite = "s", .settings = settings_of(stored(), {})};
}

/// The same runs by a later build.
std::vector<StoredRun> later() {
  std::vector<StoredRun> runs = stored();
  for (StoredRun& run : runs) {
    run.build = "new";
    run.digest = "new " + run.digest;
  }
  return runs;
}

TrackReport tracked(const Baseline& before, const std::vector<StoredRun>& runs) {
  TrackReport report;
  track_privacy(before, runs, report);
  track_accuracy(before, runs, report);
  return report;
}

const TrackCase& of(const TrackReport& report, const std::string& subject) {
  for (const TrackCase& each : report.cases)
    if (each.subject == subject) return each;
  throw std::logic_error("no case " + subject);
}

std::size_t regressions(const TrackReport& report, const std::string& kind) {
  return std::size_t(
      std::count_if(report.cases.begin(), report.cases.end(), [&](const TrackCase& each) {
        return each.kind == kind && each.verdict == Verdict::regression;
      }));
}

}  // namespace

TEST_CASE("track: what did not move is the same, also with another build's digests") {
  const TrackReport same = tracked(baseline(), stored());
  CHECK(same.cases.size() == 2 * (2 + 2));  // two accountants; runs and one metric
  CHECK(!has_regression(same));
  std::vector<StoredRun> rounded = later();
  for (StoredRun& run : rounded) {
    run.metrics["risk"] *= 1 + 1e-12;
    run.epsilons["gdp"] *= 1 - 1e-14;
  }
  const TrackReport report = tracked(baseline(), rounded);
  for (const TrackCase& each : report.cases) CHECK(each.verdict == Verdict::same);
}

TEST_CASE(
    "track privacy: an epsilon that drifts by 2 %, up or down, is found; others are not blamed") {
  for (const double factor : {1.02, 0.98}) {
    std::vector<StoredRun> runs = later();
    for (StoredRun& run : runs)
      if (run.label == "b") run.epsilons["gdp"] *= factor;
    const TrackReport report = tracked(baseline(), runs);
    CHECK(regressions(report, "privacy") == 1);
    CHECK(regressions(report, "accuracy") == 0);
    const TrackCase& found = of(report, "b: epsilon/gdp");
    CHECK(found.what.find("12 of 12 runs, most from 1 to ") != std::string::npos);
    CHECK(*found.after == factor);
  }
}

TEST_CASE(
    "track privacy: infinite stays infinite, a lost price is a regression, a new one is shown") {
  std::vector<StoredRun> runs = later();
  runs[0].epsilons["paper"] = 3;
  for (StoredRun& run : runs) {
    if (run.label == "b") run.epsilons.erase("gdp");
    run.epsilons["rdp"] = 1.5;
  }
  const TrackReport report = tracked(baseline(), runs);
  CHECK(of(report, "a: epsilon/paper").what.find("1 of 12 runs, most from inf to 3") !=
        std::string::npos);
  CHECK(of(report, "b: epsilon/paper").verdict == Verdict::same);
  CHECK(of(report, "b: epsilon/gdp").what == "12 runs are no longer priced");
  CHECK(of(report, "a: epsilon/rdp").verdict == Verdict::advisory);
}

TEST_CASE("track accuracy: a shift in every repetition is found, to the better as to the worse") {
  for (const double shift : {0.003, -0.003}) {
    std::vector<StoredRun> runs = later();
    for (StoredRun& run : runs)
      if (run.label == "a") run.metrics["risk"] += shift;
    const TrackReport report = tracked(baseline(), runs);
    CHECK(regressions(report, "accuracy") == 1);
    CHECK(of(report, "a: risk").verdict == Verdict::regression);
    CHECK(of(report, "a: risk").what.find("12 of 12 runs moved") == 0);
    CHECK(of(report, "b: risk").verdict == Verdict::same);
  }
}

TEST_CASE(
    "track accuracy: fresh noise is an advisory, and a regression at most as often as it says") {
  // 400 trials, two settings each: the share with any accusation is at most 5 %, 3.5 sigma .038.
  Stream stream(sha256_words("track test: fresh noise"));
  int accused = 0;
  for (int trial = 0; trial < 400; ++trial) {
    std::vector<StoredRun> runs = later();
    std::vector<double> noise(runs.size());
    stream.normals(noise);
    for (std::size_t i = 0; i < runs.size(); ++i) runs[i].metrics["risk"] += 0.01 * noise[i];
    const TrackReport report = tracked(baseline(), runs);
    accused += has_regression(report) ? 1 : 0;
    CHECK(of(report, "a: risk").verdict != Verdict::same);
  }
  CAPTURE(accused);
  CHECK(accused <= 0.088 * 400);
}

TEST_CASE(
    "track accuracy: another status, a missing run and a changing digest need no statistics") {
  std::vector<StoredRun> runs = stored();  // by the baseline's own build
  runs[0].status = Status::infeasible;
  runs[0].reason = "the ledger costs epsilon = 3, the target is 1";
  runs[0].metrics.clear();
  runs[1].digest = "other";
  runs.pop_back();
  const TrackReport report = tracked(baseline(), runs);
  CHECK(of(report, "a: runs").what ==
        "status of 1 runs ok -> infeasible: the ledger costs epsilon = 3, the target is 1; not "
        "deterministic: 1 digests of one build differ");
  CHECK(of(report, "a: risk").what == "1 runs have no value any more");
  CHECK(of(report, "b: runs").what == "1 of 12 runs are missing");
  CHECK(of(report, "b: risk").verdict == Verdict::same);
}

TEST_CASE(
    "track: runs whose keys moved with a plug-in's version pair by setting; new ones are noted") {
  std::vector<StoredRun> runs = later();
  for (StoredRun& run : runs) run.key = "v2/" + run.key;
  CHECK(!has_regression(tracked(baseline(), runs)));
  runs.push_back(table_run("c", 10, 0, 0.1));
  const TrackReport report = tracked(baseline(), runs);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].find("c has settings that the baseline does not know") == 0);
}

TEST_CASE(
    "accept: what was accepted is the same from then on, what was not is not, and it is on "
    "record") {
  std::vector<StoredRun> runs = later();
  for (StoredRun& run : runs) {
    run.metrics["risk"] += 0.1;
    run.epsilons["gdp"] = 1.1;
  }
  runs[3].status = Status::diverged;
  Baseline before = baseline();
  const TrackReport report = tracked(before, runs);
  CHECK(accept_results(before, runs, report, "a: risk", "the step was wrong") == 1);
  TrackReport after = tracked(before, runs);
  CHECK(of(after, "a: risk").verdict == Verdict::same);
  CHECK(of(after, "a: runs").verdict == Verdict::regression);
  CHECK(of(after, "a: epsilon/gdp").verdict == Verdict::regression);
  CHECK(of(after, "b: risk").verdict == Verdict::regression);
  REQUIRE(before.accepted.size() == 1);
  CHECK(before.accepted[0].reason == "the step was wrong");
  CHECK(before.accepted[0].what == of(report, "a: risk").what);
  CHECK(accept_results(before, runs, after, "", "all the rest") == 4);
  after = tracked(before, runs);
  CHECK(!has_regression(after));
  CHECK(before.settings[1].runs[0].build == "new");  // digest and build followed the last metric
  CHECK(accept_results(before, runs, after, "", "again") == 0);
}

TEST_CASE("accept: runs that are gone for good leave the baseline") {
  std::vector<StoredRun> runs = stored();
  std::erase_if(runs, [](const StoredRun& run) { return run.label == "b"; });
  Baseline before = baseline();
  CHECK(accept_results(before, runs, tracked(before, runs), "b: runs", "b is retired") == 1);
  CHECK(before.settings.size() == 1);
  CHECK(!has_regression(tracked(before, runs)));
}

}  // namespace dpsco
