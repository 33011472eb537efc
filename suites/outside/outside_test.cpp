// The outside checks that need no long run, and what a missing or wrong number does.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <doctest/doctest.h>

#include "suites/outside/outside_check.hpp"

namespace dpsco {

namespace {

constexpr std::array<std::uint16_t, 5400> splits{
#include "suites/outside/heart_splits.inc"
};

StoredRun run(const char* label, double eta0, const char* metric, double value) {
  StoredRun out{.status = Status::ok, .label = label};
  out.parameters["algorithm.eta0"] = eta0;
  out.metrics[metric] = value;
  return out;
}

}  // namespace

TEST_CASE("outside: published epsilons are met under the conversion they name") {
  const auto checks = accounting_checks();
  REQUIRE(checks.size() == 5);
  CHECK(outside_broken(checks) == "");
  // Whole orders alone, by an independent Python program; a continuous order is no larger.
  const double whole[] = {1.259, 2.576, 1.035, 2.213};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(checks[i].ours <= whole[i] + 5e-4);
    CHECK(checks[i].ours >= whole[i] - 5e-3);
  }
}

TEST_CASE("outside: pairwise noise costs what its authors computed, to six digits") {
  const auto checks = pairwise_noise_checks();
  REQUIRE(checks.size() == 3);
  CHECK(outside_broken(checks) == "");
}

// On the clique and under central privacy pair noise vanishes in every round, on the torus and on
// the ring it does not: only the order of the losses is the source's.
TEST_CASE(
    "outside: decor takes its authors' noise, and loses clique < grid < ring as theirs does") {
  const auto checks = pairwise_quadratics_checks(8);
  REQUIRE(checks.size() == 19);
  CHECK(outside_broken(checks) == "");
  for (std::size_t i = 12; i < checks.size(); ++i) {
    CHECK(checks[i].low < checks[i].published);
    CHECK(std::isfinite(checks[i].ours));
  }
}

TEST_CASE("outside: each row of the heart splits holds every record once") {
  for (std::size_t seed = 0; seed < 20; ++seed) {
    std::array<bool, 270> seen{};
    for (std::size_t k = 0; k < 270; ++k) seen.at(splits.at(seed * 270 + k)) = true;
    CHECK(std::all_of(seen.begin(), seen.end(), [](bool s) { return s; }));
  }
}

// The survey's own script, replayed with numpy: .7602 (.0253) from T = 5 on.
TEST_CASE("outside: Frank-Wolfe on heart meets the survey's cells") {
  const auto checks = heart_checks();
  REQUIRE(checks.size() == 3);
  CHECK(outside_broken(checks) == "");
  CHECK(std::abs(checks[0].ours - 0.7602) < 0.005);
}

TEST_CASE("outside: a method's number is its best setting's mean; what was not run is outside") {
  const std::vector<StoredRun> runs{run("dp-gd-50", 1, "test_accuracy", 0.5),
                                    run("dp-gd-50", 1, "test_accuracy", 0.9),
                                    run("dp-gd-50", 2, "test_accuracy", 0.8),
                                    run("dp-gd-200", 2, "test_accuracy", 0.81),
                                    run("first-order", 80, "excess_empirical_risk", 0.018),
                                    run("second-order", 0, "excess_empirical_risk", 0.004)};
  const auto checks = grid_checks(runs);
  const auto at = [&](const char* ending) {
    return *std::find_if(checks.begin(), checks.end(), [&](const OutsideCheck& check) {
      return check.what.find(ending) != std::string::npos;
    });
  };
  CHECK(std::abs(at("dp-gd").ours - 81) < 1e-9);
  CHECK(at("dp-gd").inside());
  CHECK(std::abs(at("private Newton").ours - 4.5) < 1e-12);
  CHECK(at("private Newton").inside());
  CHECK(std::isnan(at("amp").ours));
  CHECK_FALSE(at("amp").inside());
  CHECK(outside_broken(checks).find("amp: nan is outside [78.3, 80.3] (79.3 is published)") !=
        std::string::npos);
  CHECK(outside_text(checks).find("OUTSIDE") != std::string::npos);
}

}  // namespace dpsco
