#include "results/journal/resume.hpp"

#include <functional>
#include <set>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

Journal one_of_each_status() {
  Journal journal;
  for (const Status status : {Status::ok,
                              Status::diverged,
                              Status::skipped,
                              Status::infeasible,
                              Status::failed,
                              Status::timeout,
                              Status::cancelled}) {
    StoredRun run;
    run.key = name(status);
    run.status = status;
    run.build = status == Status::diverged ? "old" : "new";
    journal.runs.push_back(std::move(run));
  }
  return journal;
}

template <int version_>
struct Flat final : Bound {
  static constexpr Card card{.name = "flat", .doc = "a bound", .version = version_};
  static std::vector<Param<Flat>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& /*query*/) const override { return Promise{}; }
};

Catalog catalog(bool corrected = false) {
  Catalog all;
  if (corrected) {
    all.bounds.add<Flat<2>>();
  } else {
    all.bounds.add<Flat<1>>();
  }
  return all;
}

Cell cell(std::string key, std::vector<std::string> bounds = {}) {
  Cell one;
  one.key = std::move(key);
  one.bounds = std::move(bounds);
  return one;
}

/// Statuses that count as finished, if `bounds` are asked for.
std::set<std::string> finished(std::string_view rerun,
                               const std::vector<std::string>& bounds = {}) {
  const Journal journal = one_of_each_status();
  std::vector<Cell> plan;
  std::set<std::string> all;
  for (const StoredRun& run : journal.runs) {
    plan.push_back(cell(run.key, bounds));
    all.insert(run.key);
  }
  for (const Cell& again : remainder(plan, journal, rerun_named(rerun), "new", catalog()).cells)
    all.erase(again.key);
  return all;
}

/// Whether a run that is as `set` makes it, ok else, is done for a cell that asks for "flat".
bool is_done(const std::function<void(StoredRun&)>& set, bool corrected = false) {
  StoredRun run;
  run.key = "k";
  run.status = Status::ok;
  set(run);
  Journal journal;
  journal.runs.push_back(std::move(run));
  const std::vector<Cell> plan{cell("k", {"flat"})};
  const Remainder left = remainder(plan, journal, {}, "", catalog(corrected));
  CHECK(left.bounds_again == left.cells.size());
  return left.cells.empty();
}

}  // namespace

TEST_CASE("resume: everything but a cancelled run is finished, unless a rerun asks") {
  using Set = std::set<std::string>;
  CHECK(finished("") == Set{"ok", "diverged", "skipped", "infeasible", "failed", "timeout"});
  CHECK(finished("failed") == Set{"ok", "diverged", "skipped", "infeasible"});
  CHECK(finished("timeout") == Set{"ok", "diverged", "skipped", "infeasible", "failed"});
  CHECK(finished("stale") == Set{"ok", "skipped", "infeasible", "failed", "timeout"});
  CHECK(finished("failed,stale") == Set{"ok", "skipped", "infeasible"});
}

TEST_CASE("resume: --no-resume runs all again") {
  const std::vector<Cell> plan{cell("ok"), cell("new")};
  const Remainder left = remainder(plan, one_of_each_status(), {.all = true}, "new", catalog());
  REQUIRE(left.cells.size() == 2);
  CHECK(left.bounds_again == 0);
}

TEST_CASE(
    "resume: a bound is wanted of runs that measured something, not of refused or failed ones") {
  CHECK(finished("", {"flat"}) ==
        std::set<std::string>{"skipped", "infeasible", "failed", "timeout"});
}

TEST_CASE("resume: a bound is answered by a value or a reason, by the present formula") {
  const auto value = [](StoredRun& run) { run.bounds["flat"] = 0.5; };
  const auto reason = [](StoredRun& run) { run.missing["bound/flat"] = "needs a smooth loss"; };
  CHECK_FALSE(is_done([](StoredRun& /*run*/) {}));
  CHECK_FALSE(is_done([](StoredRun& run) { run.missing["flat"] = "a metric's name"; }));
  CHECK(is_done(value));  // stored before versions were: 1
  CHECK(is_done(reason));
  CHECK_FALSE(is_done(value, true));
  CHECK_FALSE(is_done(reason, true));
  using Set = std::function<void(StoredRun&)>;
  for (const Set& answer : {Set(value), Set(reason)}) {
    const auto at = [&](int version) {
      return [&answer, version](StoredRun& run) {
        answer(run);
        run.bound_versions["flat"] = version;
      };
    };
    CHECK(is_done(at(1)));
    CHECK(is_done(at(2), true));
    CHECK_FALSE(is_done(at(1), true));
    CHECK_FALSE(is_done(at(2)));
  }
}

TEST_CASE("resume: what is run again keeps the bounds and accountants of its earlier run") {
  StoredRun run;
  run.key = "k";
  run.status = Status::ok;
  run.bounds = {{"flat", 0.5}, {"gone", 0.5}};  // "gone": of a program that knew it
  run.missing = {{"bound/gone-too", "a reason"}, {"accuracy", "no test set"}};
  run.epsilons = {{"gone", 1}};
  Journal journal;
  journal.runs.push_back(run);
  const std::vector<Cell> plan{cell("k")};
  CHECK(remainder(plan, journal, {}, "", catalog()).cells.empty());
  const Remainder left = remainder(plan, journal, {}, "", catalog(true));
  REQUIRE(left.cells.size() == 1);
  CHECK(left.bounds_again == 1);
  CHECK(left.cells[0].bounds == std::vector<std::string>{"flat"});
  CHECK(left.cells[0].accountants.empty());
}

TEST_CASE("resume: an unknown word is refused with the nearest") {
  CHECK_THROWS_WITH_AS(rerun_named("failed,stal"),
                       "--rerun: unknown word 'stal'; did you mean 'stale'?",
                       ConfigError);
}

}  // namespace dpsco
