#include "results/track/history.hpp"

#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "results/environment/environment.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

/// `builds` builds, one a day; the value of build i is at(i).
template <class At>
void fill(
    History& history, const std::string& machine, const std::string& series, int builds, At at) {
  for (int i = 0; i < builds; ++i)
    history.append(machine,
                   fmt::format("2026-01-{:02}", i + 1),
                   fmt::format("c{}", i),
                   {{series, "s", at(i)}});
}

const TrackCase& of(const TrackReport& report, const std::string& subject) {
  for (const TrackCase& each : report.cases)
    if (each.subject == subject) return each;
  throw std::logic_error("no case " + subject);
}

}  // namespace

TEST_CASE("history: values come back in order, by machine and series, also after opening again") {
  const ScratchFolder folder;
  const auto file = folder.path() / "h.sqlite";
  {
    History history(file);
    history.append("m1", "2026-01-02", "b", {{"x", "s", 2}, {"y", "s", std::nan("")}});
    history.append("m1", "2026-01-01", "a", {{"x", "s", 1}});
    history.append("m2", "2026-01-01", "a", {{"x", "s", 7}});
  }
  const auto all = History(file).series("");
  REQUIRE(all.size() == 2);
  CHECK(all[0].machine == "m1");
  REQUIRE(all[0].points.size() == 2);
  CHECK(all[0].points[0].commit == "a");
  CHECK(all[0].points[1].value == 2);
  CHECK(all[1].points.at(0).value == 7);
  CHECK(History(file).series("nothing").empty());
  write_text(folder.path() / "no.sqlite",
             "this is no database, but it is long enough to be read as one");
  CHECK_THROWS_WITH_AS(History(folder.path() / "no.sqlite"),
                       doctest::Contains("no.sqlite: file is not a database"),
                       ConfigError);
}

TEST_CASE("history: a late step gates, an early one is shown, and machines are not mixed") {
  const ScratchFolder folder;
  History history(folder.path() / "h.sqlite");
  const auto step = [](int at) {
    return [at](int i) { return i < at ? 1.0 + 0.001 * (i % 3) : 1.1; };
  };
  fill(history, "m1", "late", 20, step(15));
  fill(history, "m1", "early", 20, step(6));
  fill(history, "m1", "test_accuracy", 20, step(15));
  fill(history, "m1", "a: epsilon/gdp", 20, [](int i) { return i < 15 ? 1.0 : 0.9; });
  fill(history, "m1", "short", 5, step(3));
  // The same series on a faster and a slower machine, alternating: no change on either.
  fill(history, "fast", "same", 10, [](int i) { return 1.0 + 0.001 * (i % 2); });
  fill(history, "slow", "same", 10, [](int i) { return 2.0 + 0.001 * (i % 2); });
  TrackReport report;
  track_history(history, "", {}, report);
  CHECK(of(report, "late on m1").verdict == Verdict::regression);
  CHECK(of(report, "late on m1").what.find("at c15 of 2026-01-16, 5 of 20 builds ago") !=
        std::string::npos);
  CHECK(of(report, "early on m1").verdict == Verdict::advisory);
  CHECK(of(report, "test_accuracy on m1").verdict == Verdict::improved);
  CHECK(of(report, "a: epsilon/gdp on m1").verdict == Verdict::regression);
  CHECK(of(report, "same on fast").verdict == Verdict::same);
  CHECK(of(report, "same on slow").verdict == Verdict::same);
  CHECK(report.notes.at(0).find("1 series have fewer than 8 builds") != std::string::npos);
}

TEST_CASE("history: the machine's key ignores build and state") {
  nlohmann::json env = environment();
  const std::string key = machine_key(env);
  CHECK(key.size() == 16);
  env["build"]["id"] = "other";
  env["state"]["kernel"] = "99";
  CHECK(machine_key(env) == key);
  env["machine"]["cpu"] = "abacus";
  CHECK(machine_key(env) != key);
}

}  // namespace dpsco
