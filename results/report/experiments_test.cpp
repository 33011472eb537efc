#include "results/report/experiments.hpp"

#include <doctest/doctest.h>

#include "framework/testing/near.hpp"
#include "results/testing/pointers.hpp"
#include "results/testing/table_runs.hpp"

namespace dpsco {

TEST_CASE("experiments: repetitions stand together, whatever their order in the journal") {
  const std::vector<StoredRun> runs = small_table_runs();
  const ExperimentSet set = experiments_of(pointers(runs), {});
  REQUIRE(set.size() == 6);  // three methods, two sizes
  REQUIRE(set.find("d") != nullptr);
  CHECK(set.label().values.size() == 3);
  CHECK(set.find("d")->values == std::vector<FieldValue>{10.0, 100.0});
  for (std::size_t i = 0; i < set.size(); ++i) {
    CHECK(set.runs[i].size() ==
          (set.label().text(i) == "flat" && set.find("d")->number(i) == 10 ? 4 : 3));
    for (const StoredRun* run : set.runs[i]) CHECK(run->label == set.label().text(i));
  }
}

TEST_CASE("experiments: what never varies is a constant, label excepted") {
  const std::vector<StoredRun> runs{table_run("sgd", 10, 0, 1)};
  const ExperimentSet set = experiments_of(pointers(runs), {});
  REQUIRE(set.columns.size() == 1);
  CHECK(set.label().name == "label");
  CHECK(std::find(set.constants.begin(),
                  set.constants.end(),
                  std::pair<std::string, std::string>{"d", "10"}) != set.constants.end());
}

TEST_CASE("experiments: they come in plan order, and cancelled runs not at all") {
  std::vector<StoredRun> runs{
      table_run("b", 10, 0, 1), table_run("a", 10, 0, 1), table_run("c", 10, 0, 1)};
  runs[2].status = Status::cancelled;
  const PlanOrder plan{{runs[1].key, 0}, {runs[0].key, 1}, {runs[2].key, 2}};
  const ExperimentSet set = experiments_of(pointers(runs), plan);
  REQUIRE(set.size() == 2);
  CHECK(set.label().text(0) == "a");
  CHECK(set.label().text(1) == "b");
}

TEST_CASE("experiments: a mean counts ok runs, names failures, and gives a reason for none") {
  const std::vector<StoredRun> runs = small_table_runs();
  const std::vector<const StoredRun*> all = pointers(runs);
  const ExperimentSet set = experiments_of(all, {});
  const std::vector<ExperimentMean> samples = samples_of(set, value_named("risk", all));
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::string label = set.label().text(i);
    const double d = *set.find("d")->number(i);
    if (label == "flat") {
      REQUIRE(samples[i].mean.has_value());
      CHECK(near(*samples[i].mean, 0.15, 1e-14));
      CHECK(samples[i].ok == 3);
      CHECK(samples[i].failed == (d == 10 ? 1 : 0));
      // t(0.975, 2) * 0.01 / sqrt(3), t by mpmath 1.3, 30 digits: 4.302652729749464
      CHECK(
          near(samples[i].interval->high - 0.15, 4.302652729749464 * 0.01 / std::sqrt(3.0), 1e-9));
    }
    if (label == "picky" && d == 100) {
      CHECK_FALSE(samples[i].mean.has_value());
      CHECK(samples[i].reason == "skipped: needs d < 50");
    }
  }
}

TEST_CASE("experiments: of one repetition run twice the newer counts") {
  std::vector<StoredRun> runs{table_run("a", 10, 0, 1), table_run("a", 10, 0, 5)};
  runs[1].key = "other";
  runs[1].file = 1;
  const std::vector<const StoredRun*> all = pointers(runs);
  const std::vector<ExperimentMean> samples =
      samples_of(experiments_of(all, {}), value_named("risk", all));
  REQUIRE(samples.size() == 1);
  CHECK(samples[0].mean == 5);
  CHECK(samples[0].ok == 1);
}

TEST_CASE("experiments: a column is decided by others only if it follows from them everywhere") {
  const Column a{.name = "a", .code = {0, 0, 1, 1}}, b{.name = "b", .code = {0, 1, 0, 1}};
  const Column follows{.name = "f", .code = {2, 2, 5, 5}},
      product{.name = "p", .code = {0, 1, 2, 3}};
  const Column* const only_a[] = {&a};
  const Column* const both[] = {&a, &b};
  CHECK(decides(only_a, follows));
  CHECK_FALSE(decides(only_a, product));
  CHECK(decides(both, product));
  CHECK_FALSE(decides({}, a));
}

}  // namespace dpsco
