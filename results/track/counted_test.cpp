#include "results/track/counted.hpp"

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "results/track/spawn.hpp"

namespace dpsco {

namespace {

const Counts before{.context = {{"compiler", "GNU 12.2.0"}},
                    .kernels = {{"a", 100000}, {"b", 100000}, {"c", 100000}, {"gone", 5}}};

Verdict verdict_of(const TrackReport& report, const std::string& kernel) {
  for (const TrackCase& each : report.cases)
    if (each.subject == kernel) return each.verdict;
  throw std::logic_error("no case " + kernel);
}

}  // namespace

TEST_CASE(
    "counted: the gate is at +1 %, a missing kernel does not pass it, a faster one improves") {
  TrackReport report;
  track_counts(before,
               {.context = before.context,
                .kernels = {{"a", 101000}, {"b", 101001}, {"c", 98999}, {"fresh", 7}}},
               report);
  CHECK(verdict_of(report, "a") == Verdict::same);
  CHECK(verdict_of(report, "b") == Verdict::regression);
  CHECK(verdict_of(report, "c") == Verdict::improved);
  CHECK(verdict_of(report, "gone") == Verdict::regression);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].find("fresh (7 instructions) is new") != std::string::npos);
}

TEST_CASE("counted: another compiler is named and gates nothing") {
  TrackReport report;
  track_counts(before, {.context = {{"compiler", "GNU 13"}}, .kernels = {{"a", 200000}}}, report);
  CHECK(verdict_of(report, "a") == Verdict::advisory);
  CHECK(report.notes.at(0).find("compiler 'GNU 12.2.0' -> 'GNU 13'") != std::string::npos);
}

TEST_CASE("counted: accepted counts are the baseline from then on") {
  const Counts after{.context = before.context,
                     .kernels = {{"a", 200000}, {"b", 300000}, {"c", 100000}}};
  TrackReport report, again;
  Baseline baseline{.counts = before};
  track_counts(before, after, report);
  CHECK(accept_counts(baseline, after, report, "a", "worth it") == 1);
  CHECK(baseline.counts.kernels.at("a") == 200000);
  CHECK(baseline.counts.kernels.at("b") == 100000);
  CHECK(accept_counts(baseline, after, report, "", "worth it") == 3);  // a again, b, gone
  track_counts(baseline.counts, after, again);
  CHECK(!has_regression(again));
}

TEST_CASE("counted: the summary of a Callgrind file is read, and its absence is said") {
  CHECK(instructions_in("events: Ir\nfn=(1) main\n1 5\n\nsummary: 128867\ntotals: 128867\n") ==
        128867);
  CHECK_THROWS_WITH_AS(
      instructions_in("events: Ir\n"), doctest::Contains("no 'summary:'"), ConfigError);
}

TEST_CASE(
    "spawn: a program's words, code and streams come back, and nothing of our environment goes "
    "in") {
  const Finished echo =
      spawned({"sh", "-c", "echo out; echo err >&2; exit 7"}, clean_environment());
  CHECK(echo.code == 7);
  CHECK(echo.out == "out\n");
  CHECK(echo.error == "err\n");
  const std::string variables = spawned({"env"}, {"ONLY=this"}).out;
  CHECK(variables == "ONLY=this\n");
  // More than a pipe holds, on both streams at once.
  const Finished large = spawned(
      {"sh", "-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"}, clean_environment());
  CHECK(large.out.size() == 300000);
  CHECK(large.error.size() == 300000);
  CHECK(spawned({"sh", "-c", "kill -9 $$"}, clean_environment()).code == 128 + 9);
  CHECK_THROWS_WITH_AS(spawned({"no-such-program-here"}, {}),
                       doctest::Contains("can't run no-such-program-here"),
                       ConfigError);
  CHECK(spawned(without_aslr({"echo", "x"}), clean_environment()).out == "x\n");
}

}  // namespace dpsco
