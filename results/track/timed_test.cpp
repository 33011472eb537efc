#include "results/track/timed.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "framework/core/hashing.hpp"
#include "framework/core/random.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

/// A machine whose speed drifts by `drift` a measurement and whose measurements scatter by `noise`.
class Machine {
 public:
  Machine(const std::string& name, double drift, double noise)
      : stream_(sha256_words("timed test: " + name)), drift_(drift), noise_(noise) {}
  Measure program(double seconds) {
    return [this, seconds] {
      double z = 0;
      stream_.normals({&z, 1});
      return seconds * std::exp(drift_ * ++count_ + noise_ * z);
    };
  }

 private:
  Stream stream_;
  double drift_, noise_;
  int count_ = 0;
};

}  // namespace

TEST_CASE("timed: a steady drift of the machine cancels in the order old new new old") {
  Machine machine("drift", 0.01, 0);  // 1 % slower with every measurement
  const TimedRound round = timed_round(machine.program(1), machine.program(1), {.pairs = 20});
  CHECK(std::abs(round.effect) < 1e-12);
  CHECK(!round.moved);
}

TEST_CASE("timed: 5 % slower under 3 % noise is a regression, faster an improvement") {
  Machine machine("slower", 0.001, 0.03);
  const TrackCase slower =
      timed_case("k", machine.program(1), machine.program(1.05), {.pairs = 40});
  CAPTURE(slower.what);
  CHECK(slower.verdict == Verdict::regression);
  CHECK(near(*slower.after, 1.05, 0.03));
  CHECK(timed_case("k", machine.program(1.05), machine.program(1), {.pairs = 40}).verdict ==
        Verdict::improved);
}

TEST_CASE(
    "timed: a round accuses equal programs at most 5 % of the time, two in a row hardly ever") {
  // 3.5 sigma of a binomial share at .05 in 1,000 trials are .024.
  Machine machine("equal", 0.002, 0.05);
  const TimedOptions options{.pairs = 16, .least_effect = 0};
  int once = 0, twice = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const TrackCase found = timed_case("k", machine.program(1), machine.program(1), options);
    once += found.verdict == Verdict::same ? 0 : 1;
    twice += found.verdict == Verdict::regression ? 1 : 0;
  }
  CHECK(once <= 74);
  CHECK(twice <= 6);  // expected .05 * .025 / 2 = .6
}

TEST_CASE("timed: an effect below the least one is no move, however sure") {
  Machine machine("small", 0, 0.0001);
  const TimedRound round = timed_round(machine.program(1), machine.program(1.005), {});
  CHECK(*round.p < 1e-4);
  CHECK(!round.moved);
}

}  // namespace dpsco
