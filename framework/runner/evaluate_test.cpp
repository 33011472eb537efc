#include "framework/runner/evaluate.hpp"

#include <set>
#include <thread>

#include <doctest/doctest.h>

#include "framework/problem/fits.hpp"
#include "framework/runner/assess.hpp"
#include "framework/runner/testing/cells.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

using testing::cell;
using testing::faulty;
using testing::walk;

/// Prepared and evaluated from scratch.
Record evaluated(const Cell& one, const StopControl& stop = StopControl{}) {
  const Catalog catalog = testing::catalog();
  const Services services = testing::services();
  const Preparation preparation = prepare_problem(one, catalog, services, true);
  REQUIRE(preparation.prepared);
  return evaluate(one, *preparation.prepared, catalog, services, stop);
}

std::string fate(const Cell& one) {
  const Record record = evaluated(one);
  return fmt::format("{}: {}", name(record.status), record.reason);
}

}  // namespace

TEST_CASE("evaluate: a good cell has a plan, prices, bounds, metrics, a certificate and a timing") {
  const Record record = evaluated(cell({"toy-private", {}}));
  CHECK(record.status == Status::ok);
  CHECK(record.reason.empty());
  CHECK(record.n == 20);
  CHECK(record.d == 3);
  CHECK(record.radius_mark == "declared");
  CHECK(record.schedule.at("T") == 1);
  CHECK(near(record.accounts.at("toy-exact")->epsilon, 1, 1e-9));
  CHECK(record.accounts.at("toy-exact")->epsilon <= 1);
  CHECK(near(record.accounts.at("toy-estimate")->epsilon, 0.5, 1e-9));
  CHECK(ledger_from_json(record.ledger).events.size() == 1);
  CHECK(near(*record.bounds.at("toy-bound"), 0.5 * std::sqrt(3.0) / 20, 1e-14));
  CHECK(record.bound_versions == std::map<std::string, int>{{"toy-bound", 3}});
  CHECK(record.metrics.size() == 2);
  CHECK(record.optimum_gap == 0.25);
  CHECK(record.timing.wall > 0);
  CHECK_FALSE(record.timing.isolated);
  CHECK(record.digest.size() == 64);
}

TEST_CASE("evaluate: whatever goes wrong is a status and a sentence") {
  CHECK(fate(cell(faulty("throws"))) == "failed: a wheel came off");
  CHECK(fate(cell(faulty("throws-int"))) == "failed: threw something that is not a std::exception");
  CHECK(fate(cell(faulty("config"))) == "failed: steps = 0 must be positive");
  CHECK(fate(cell(faulty("oom"))) == "failed: oom");
  CHECK(fate(cell(faulty("plan-throws"))) == "failed: no plan today");
  CHECK(fate(cell(faulty("short"))) ==
        "failed: algorithm 'toy-faulty' returned 2 coordinates for d = 3");
  CHECK(fate(cell(faulty("misfit"))) == "skipped: needs n >= 100");
  CHECK(fate(cell(faulty("infeasible"))) == "infeasible: the best reachable epsilon is 3");
  CHECK(fate(cell(faulty("nan"))) == "diverged: the solution is not finite");
  CHECK(fate(cell({"toy-wlak", {}})) ==
        "failed: unknown algorithm 'toy-wlak'; did you mean 'toy-walk'?");
  Cell unknown_metric = cell(walk(1));
  unknown_metric.metrics = {"objectiv"};
  CHECK(fate(unknown_metric) == "failed: unknown metric 'objectiv'; did you mean 'objective'?");
}

TEST_CASE("evaluate: a number that is not finite reaches no table, a metric without value does") {
  Cell one = cell(walk(1));
  one.metrics = {"objective", "bad-metric"};
  const Record diverged = evaluated(one);
  CHECK(diverged.status == Status::diverged);
  CHECK(diverged.reason == "metric 'bad-metric' is inf");
  CHECK(diverged.metrics.empty());

  one.metrics = {"no-metric"};
  const Record partial = evaluated(one);
  CHECK(partial.status == Status::ok);
  CHECK(partial.metrics.at("no-metric").skip().reason == "there are no test data");
}

TEST_CASE("evaluate: misfits are found before planning") {
  Cell rough = cell({"toy-private", {}});
  rough.loss = {"toy-absolute", {}};
  CHECK(fate(rough) == "skipped: needs a smooth loss; 'toy-absolute' has no L");
  Cell added = cell({"toy-private", {}});
  added.target.adjacency = Adjacency::add_remove;
  CHECK(fate(added) ==
        "skipped: claims privacy under replace_one zero_out; the target asks for add_remove");
  Cell open = cell(walk(1));  // claims nothing, so any adjacency will do
  open.target.adjacency = Adjacency::add_remove;
  CHECK(fate(open) == "ok: ");

  const Facts bare{};
  const auto unmet = [&](unsigned needs) {
    return unmet_need({.name = "a", .doc = "", .needs = needs}, bare, "square");
  };
  CHECK(unmet(needs_lipschitz) == "needs a Lipschitz loss; 'square' has no G over all of R^d");
  CHECK(unmet(needs_lipschitz_on_ball) ==
        "needs a loss that is Lipschitz on ||w|| <= 10; 'square' has no G there");
  CHECK(unmet(needs_strongly_convex) == "needs strong convexity; 'square' has lambda = 0");
  CHECK(unmet(needs_generalised_linear).empty());
}

TEST_CASE("evaluate: a private cell runs only if its accountant proves that it meets the target") {
  const Choice greedy{"toy-private", {{"spend", 1.5}}};
  CHECK(fate(cell(greedy)) == "infeasible: the ledger costs epsilon = 1.5, the target is 1");
  CHECK(evaluated(cell(greedy)).accounts.size() == 2);
  CHECK(fate(cell({"toy-private", {{"spend", 1 + 0.9e-9}}})) == "ok: ");
  CHECK(fate(cell({"toy-private", {{"spend", 1 + 1.1e-9}}})).substr(0, 10) == "infeasible");

  const auto calibrated_by = [](const std::string& accountant, double spend) {
    Cell one = cell({"toy-private", {{"spend", spend}}});
    one.calibrate = accountant;
    return fate(one);
  };
  CHECK(calibrated_by("toy-estimate", 1) ==
        "infeasible: the calibrating accountant gives a value of direction 'estimate', which "
        "proves nothing; calibrate with one that gives upper or exact");
  CHECK(calibrated_by("toy-ignorant", 1) ==
        "infeasible: the calibrating accountant can't price the ledger: does not know 'pure'");
  CHECK(calibrated_by("toy-ignorant", 0) == "infeasible: does not know 'pure'");
  CHECK(calibrated_by("toy-exakt", 1) ==
        "failed: unknown accountant 'toy-exakt'; did you mean 'toy-exact'?");
  CHECK(calibrated_by("", 1) ==
        "failed: algorithm 'toy-private' claims epsilon-DP: the cell must name the accountant to "
        "calibrate with");
}

TEST_CASE("evaluate: a deadline binds methods that ask and methods that don't") {
  const Catalog catalog = testing::catalog();
  const Services services = testing::services();
  for (const char* how : {"spins", "sleeps"}) {
    const Cell one = cell(faulty(how));
    const Toolbox tools(catalog, services, {&one, 1});
    const Preparation preparation = prepare_problem(one, tools, true);
    const Record record =
        evaluate(one, *preparation.prepared, tools, {.timeout = 0.01}, StopControl{});
    CHECK(record.status == Status::timeout);
    CHECK(record.reason == "ran past its deadline of 0.01 s");
    CHECK(record.metrics.empty());
    CHECK(record.timing.wall >= 0.01);
    CHECK(record.timing.wall < 5);
  }
}

TEST_CASE("evaluate: a run goes on after one stop request and is cancelled by two") {
  StopControl stop;
  stop.request();
  CHECK(evaluated(cell(walk(100)), stop).status == Status::ok);
  stop.request();
  const Record record = evaluated(cell(faulty("spins")), stop);
  CHECK(record.status == Status::cancelled);
  CHECK(record.metrics.empty());
}

TEST_CASE("evaluate: repeating gives the same digest; another cell, another digest") {
  CHECK(evaluated(cell(walk(30))).digest == evaluated(cell(walk(30))).digest);
  CHECK(evaluated(cell(walk(30))).digest != evaluated(cell(walk(31))).digest);
  CHECK(evaluated(cell(walk(30))).digest != evaluated(cell(walk(30), {"toy", {}}, 1)).digest);
}

TEST_CASE("prepare: failures are reasons, declared sizes must hold, an optimum only on demand") {
  const Catalog catalog = testing::catalog();
  const Services services = testing::services();
  const auto failure = [&](const char* parameter, const ParameterValue& value) {
    return prepare_problem(cell(walk(1), {"toy", {{parameter, value}}}), catalog, services, true)
        .failure;
  };
  CHECK(failure("fault", std::string("throws")) == "toy.txt:3:7: expected a number");
  CHECK(failure("fault", std::string("oom")) == "oom");
  CHECK(failure("says_d", std::int64_t{4}) == "data set 'toy' declares d = 4 but loaded d = 3");
  CHECK(failure("m", std::int64_t{4}) ==
        "data set 'toy': unknown parameter 'm'; expected one of n, d, held, says_d, fault");

  const Cell one = cell(walk(1));
  testing::watch().reset();
  const Preparation without = prepare_problem(one, catalog, services, false);
  CHECK(testing::watch().optima == 0);
  CHECK_FALSE(without.prepared->truth.optimum);
  CHECK(without.prepared->truth.population_minimiser.size() == 3);
  CHECK(without.prepared->problem.facts.L() == 1);
  CHECK_FALSE(std::isfinite(without.prepared->problem.facts.G()));
  const Record record = evaluate(one, *without.prepared, catalog, services, StopControl{});
  CHECK(record.status == Status::ok);
  CHECK(record.metrics.at("distance").skip().reason == "the reference optimum was not computed");
}

// ThreadSanitizer's own test: oneTBB is not instrumented, so the sharing is shown with jthreads.
TEST_CASE("evaluate: many threads share problem and tools") {
  const Catalog catalog = testing::catalog();
  const Services services = testing::services();
  std::vector<Cell> cells;
  for (std::int64_t i = 0; i < 40; ++i) cells.push_back(cell(walk(20 + i)));
  cells.push_back(cell({"toy-private", {}}));
  const Toolbox tools(catalog, services, cells);
  const Preparation preparation = prepare_problem(cells.front(), tools, true);
  const StopControl stop;
  std::vector<std::vector<Record>> records(4);
  {
    std::vector<std::jthread> threads;
    threads.reserve(records.size());
    for (std::vector<Record>& mine : records)
      threads.emplace_back([&] {
        for (const Cell& one : cells)
          mine.push_back(evaluate(one, *preparation.prepared, tools, {}, stop));
      });
  }
  std::set<std::string> digests;
  for (const auto& mine : records)
    for (const Record& record : mine) digests.insert(record.digest);
  CHECK(digests.size() == cells.size());
}

}  // namespace dpsco
