#include "results/track/baseline.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "results/testing/samples.hpp"
#include "results/testing/table_runs.hpp"

namespace dpsco {

TEST_CASE("baseline: it reads back as it was written, infinities included") {
  const ScratchFolder folder;
  const auto file = folder.path() / "b.json";
  Baseline before{.suite = "s", .recorded = "2026-01-01T00:00:00Z", .commit = "abc"};
  before.settings = {
      {.name = "a d=10",
       .setting = "label=a \"quoted\"",
       .runs = {
           {.repetition = 3,
            .seed = "18446744073709551615",
            .key = "k",
            .build = "b",
            .digest = "d",
            .status = "ok",
            .reason = "",
            .metrics = {{"risk", 0.1}},
            .epsilons = {{"gdp", 1.0 / 3}, {"paper", std::numeric_limits<double>::infinity()}}}}}};
  before.counts = {.context = {{"compiler", "GNU"}}, .kernels = {{"normals", 128867}}};
  before.accepted = {{"2026", "accuracy", "a: risk", "moved", "because"}};
  write_baseline(file, before);
  const Baseline after = read_baseline(file);
  CHECK(after.suite == "s");
  CHECK(after.commit == "abc");
  REQUIRE(after.settings.size() == 1);
  CHECK(after.settings[0].setting == before.settings[0].setting);
  const BaselineRun& run = after.settings[0].runs.at(0);
  CHECK(run.seed == "18446744073709551615");
  CHECK(run.metrics == before.settings[0].runs[0].metrics);
  CHECK(run.epsilons == before.settings[0].runs[0].epsilons);
  CHECK(after.counts.kernels == before.counts.kernels);
  CHECK(after.counts.context == before.counts.context);
  CHECK(after.accepted.at(0).reason == "because");
  const std::string text = read_text(file);
  write_baseline(file, after);
  CHECK(read_text(file) == text);
  write_baseline(file, {});
  CHECK(read_baseline(file).settings.empty());
}

TEST_CASE("baseline: what is none is refused with its name and the way to make one") {
  const ScratchFolder folder;
  const auto file = folder.path() / "b.json";
  CHECK_THROWS_WITH_AS(
      read_baseline(file), doctest::Contains("dpsco track record OUT --baseline"), ConfigError);
  write_text(file, "{\"schema\": 2}");
  CHECK_THROWS_WITH_AS(
      read_baseline(file),
      doctest::Contains("b.json: baseline schema 2, but this build reads schema 1"),
      ConfigError);
  write_text(file, "{\"schema\": 1}");
  CHECK_THROWS_WITH_AS(
      read_baseline(file), doctest::Contains("b.json is no baseline"), ConfigError);
  write_text(file, "no json");
  CHECK_THROWS_WITH_AS(
      read_baseline(file), doctest::Contains("b.json is no baseline"), ConfigError);
}

TEST_CASE("baseline: too few repetitions to ever tell a change from chance are refused") {
  std::vector<StoredRun> runs;
  for (const char* label : {"a", "b"})
    for (int i = 0; i < 7; ++i) runs.push_back(table_run(label, 10, i, 0.5));
  CHECK(settings_of(runs, {}).size() == 2);  // 2 values, 7 pairs: 2 * 2^-6 = .031
  runs.pop_back();                           // 2 * 2^-5 = .063
  CHECK_THROWS_WITH_AS(
      settings_of(runs, {}),
      "b has 6 repetitions, but 2 values are tested together: at least 7 repetitions are needed "
      "before a change of all of them could be told from chance",
      ConfigError);
}

}  // namespace dpsco
