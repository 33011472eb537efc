#include "framework/runner/gauges.hpp"

#include <sched.h>
#include <thread>

#include <doctest/doctest.h>

namespace dpsco {

namespace {

Timing timing(double wall,
              std::optional<double> wait,
              std::int64_t switches,
              std::optional<double> pressure) {
  return {.wall = wall, .wait = wait, .involuntary_switches = switches, .pressure = pressure};
}

volatile double sink = 0;
void spin(double seconds) {
  const double until = thread_counters().cpu + seconds;
  while (thread_counters().cpu < until) sink = sink + 1;
}

}  // namespace

TEST_CASE("gauges: clean means that every gauge says so; a missing one is unknown, never clean") {
  CHECK(quality_of(timing(1, 0.02, 10, 4.9)) == "clean");
  CHECK(quality_of(timing(1, 0.021, 0, 0.0)) == "contaminated");
  CHECK(quality_of(timing(1, 0.0, 11, 0.0)) == "contaminated");
  CHECK(quality_of(timing(0.05, 0.0, 1, 0.0)) == "contaminated");
  CHECK(quality_of(timing(1, 0.0, 0, 5.0)) == "contaminated");
  CHECK(quality_of(timing(1, std::nullopt, 0, 0.0)) == "unknown");
  CHECK(quality_of(timing(1, 0.0, 0, std::nullopt)) == "unknown");
  CHECK(quality_of(timing(1, std::nullopt, 0, 50.0)) == "contaminated");
  CHECK(Timing{}.quality == "unknown");
}

TEST_CASE("gauges: CPU time is the thread's own, sleep is wall time only") {
  const Stopwatch watch;
  spin(0.02);
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const std::jthread other([] { spin(0.02); });
  const Timing timing = watch.stop(true);
  CHECK(timing.isolated);
  CHECK(timing.cpu >= 0.02);
  CHECK(timing.cpu < timing.wall);
  CHECK(timing.wall >= 0.03);
  CHECK(timing.voluntary_switches >= 1);
  if (timing.wait) {
    CHECK(*timing.wait >= 0);
    CHECK(*timing.wait <= timing.wall);
  }
}

TEST_CASE("gauges: a pinned thread has one CPU, and gets its mask back") {
  const auto cpus = [] {
    cpu_set_t mask;
    REQUIRE(sched_getaffinity(0, sizeof mask, &mask) == 0);
    return CPU_COUNT(&mask);
  };
  const int before = cpus();
  {
    const PinnedThread pin;
    CHECK(cpus() == 1);
  }
  CHECK(cpus() == before);
}

}  // namespace dpsco
