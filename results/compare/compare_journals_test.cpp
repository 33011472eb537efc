#include "results/compare/compare_journals.hpp"

#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"
#include "results/testing/table_runs.hpp"

namespace dpsco {

namespace {

Journal sample() {
  Journal journal;
  for (int i = 0; i < 8; ++i) {
    StoredRun run = table_run("a", 10, i, 0.5 + 0.01 * i);
    run.digest = "d" + std::to_string(i);
    run.epsilons = {{"gdp", 1.0}};
    journal.runs.push_back(run);
  }
  return journal;
}

const ValueChange& change(const JournalDifference& difference, const std::string& value) {
  for (const ValueChange& each : difference.values)
    if (each.value == value) return each;
  throw std::logic_error("no such value");
}

}  // namespace

TEST_CASE("journals: a journal does not differ from itself") {
  const JournalDifference same = compare_journals(sample(), sample());
  CHECK(same.pairs == 8);
  CHECK(same.equal_digests == 8);
  CHECK(same.statuses.empty());
  CHECK(change(same, "risk").moved == 0);
  CHECK(change(same, "epsilon/gdp").largest_relative == 0);
}

TEST_CASE("journals: what moved is counted, sized and located") {
  Journal after = sample();
  for (StoredRun& run : after.runs) run.build = "c";
  after.runs[3].metrics["risk"] = 2 * after.runs[3].metrics["risk"];
  after.runs[3].digest = "other";
  after.runs[5].epsilons["gdp"] = std::numeric_limits<double>::infinity();
  after.runs[6].status = Status::diverged;
  after.runs[6].reason = "norm above 1e12";
  after.runs[6].metrics.clear();
  const JournalDifference found = compare_journals(sample(), after);
  CHECK(found.other_digests == 1);
  CHECK(found.other_digests_same_build == 0);
  const ValueChange& risk = change(found, "risk");
  CHECK(risk.pairs == 7);
  CHECK(risk.moved == 1);
  CHECK(near(risk.largest_relative, 0.5, 1e-12));
  CHECK(risk.largest_key == "a/10/3");
  CHECK(change(found, "epsilon/gdp").largest_relative == 1);
  REQUIRE(found.statuses.size() == 1);
  CHECK(found.statuses[0].after == "diverged");
  CHECK(found.statuses[0].reason == "norm above 1e12");
  const auto json = nlohmann::json::parse(difference_as("json", found));
  CHECK(json["builds_after"][0] == "c");
  CHECK(difference_as("text", found).find("norm above 1e12") != std::string::npos);
  CHECK(difference_as("md", found).find("| a | risk | 7 | 1 |") != std::string::npos);
}

TEST_CASE("journals: one build with two digests is called what it is") {
  Journal after = sample();
  after.runs[0].digest = "other";
  const JournalDifference found = compare_journals(sample(), after);
  CHECK(found.other_digests_same_build == 1);
  CHECK(difference_as("text", found).find("NOT DETERMINISTIC") != std::string::npos);
}

TEST_CASE("journals: where keys moved with a plug-in's version, runs pair by what was run") {
  Journal after = sample();
  for (StoredRun& run : after.runs) run.key = "v2/" + run.key;
  after.runs.back().parameters["algorithm.eta0"] = 2.0;  // another experiment
  const JournalDifference found = compare_journals(sample(), after);
  CHECK(found.pairs == 7);
  CHECK(found.by_key == 0);
  CHECK(found.only_before == 1);
  CHECK(found.only_after == 1);
  after.runs.erase(after.runs.begin(), after.runs.end() - 1);
  CHECK_THROWS_WITH_AS(
      compare_journals(sample(), after),
      "the two share no experiment: 8 runs in the old and 1 in the new, with no key "
      "and no setting in common",
      ConfigError);
}

TEST_CASE("journals: runs that differ in the accountant alone find each its own partner") {
  Journal before = sample();
  for (const StoredRun& run : sample().runs) {
    before.runs.push_back(run);
    before.runs.back().calibrate = "contour";
    before.runs.back().key += "/contour";
    before.runs.back().metrics["risk"] += 1;
  }
  Journal after = before;
  for (StoredRun& run : after.runs) run.key += "/newer";
  const JournalDifference found = compare_journals(before, after);
  CHECK(found.pairs == 16);
  CHECK(found.by_key == 0);
  CHECK(change(found, "risk").moved == 0);
}

}  // namespace dpsco
