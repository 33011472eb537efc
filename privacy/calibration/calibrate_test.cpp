#include "privacy/calibration/calibrate.hpp"

#include <cmath>
#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/contour.hpp"
#include "privacy/accountants/gdp.hpp"
#include "privacy/accountants/paper.hpp"
#include "privacy/accountants/zcdp.hpp"

namespace dpsco {

namespace {

const GdpAccountant gdp;
const Target target{.epsilon = 1, .delta = 1e-5};

Ledger gaussians(double noise, std::int64_t count) {
  return {.adjacency = Adjacency::add_remove,
          .events = {{Gaussian{.noise_multiplier = noise}, count}}};
}

}  // namespace

TEST_CASE("calibrate: noise, steps and beta0 invert the closed form and never overshoot") {
  const double mu = gdp_mu(1, 1e-5);
  const auto noise = calibrate(gaussians(5, 100), "noise_multiplier", gdp, target);
  REQUIRE(noise);
  CHECK(near(noise->value, 10 / mu, 1e-8));
  CHECK(noise->epsilon <= 1);
  CHECK(noise->epsilon >= 1 - 1e-6);
  const auto steps = calibrate(gaussians(50, 1), "steps", gdp, target);
  REQUIRE(steps);
  CHECK(steps->value == std::floor(2500 * mu * mu));
  CHECK(gdp.price(gaussians(50, std::int64_t(steps->value) + 1), 1e-5)->epsilon > 1);
  const Ledger langevin{
      .events = {{NoisyIteration{NamedSchedule{
          "ma2022",
          {{"updates", 1117}, {"step_sensitivity", 0.2990743022772896}, {"beta0", 9}}}}}}};
  const auto beta0 = calibrate(langevin, "beta0", gdp, target);
  REQUIRE(beta0);
  // 4 G^2 eta^2 F/mu^2 by an independent Python program: F in exact rationals, mu by mpmath with 18
  // digits (n = 2000, T = 1118, epsilon = 1, delta = 1e-5, eta0 = 10).
  CHECK(near(beta0->value, 1.2157882006339407, 1e-8));
}

TEST_CASE("calibrate: reference noise of sampled Gaussian steps, from above, to 1e-8") {
  std::ifstream file(DPSCO_SOURCE_DIR "/privacy/golden/accounting.json");
  const nlohmann::json golden = nlohmann::json::parse(file);
  int rows = 0;
  for (const auto& row : golden.at("rows")) {
    if (row.at("family") != "poisson_subsampled_gaussian_calibration") continue;
    ++rows;
    const auto number = [](const nlohmann::json& of, const char* key) {
      return of.at(key).get<double>();
    };
    const auto& of = row.at("params");
    const Ledger ledger{.adjacency = Adjacency::add_remove,
                        .events = {{PoissonSampled{number(of, "q"), {{Gaussian{1}}}},
                                    std::int64_t(number(of, "T"))}}};
    const Target wanted{.epsilon = number(row, "eps"), .delta = number(row, "delta")};
    const auto noise = calibrate(ledger, "noise_multiplier", ContourAccountant{}, wanted);
    REQUIRE(noise);
    CAPTURE(row.at("id").get<std::string>());
    // The rows have 12 digits.
    CHECK(noise->value >= number(row, "exact_value") * (1 - 1e-11));
    CHECK(near(noise->value, number(row, "exact_value"), 1e-8));
    CHECK(noise->epsilon <= wanted.epsilon);
    CHECK(noise->epsilon >= wanted.epsilon * (1 - 1e-6));
  }
  CHECK(rows == 4);
}

TEST_CASE("calibrate: noise of a mixed ledger is scaled by one factor") {
  Ledger mixed = gaussians(2, 3);
  mixed.events.push_back({Gaussian{.noise_multiplier = 4}});
  const auto result = calibrate(mixed, "noise_multiplier", gdp, target);
  REQUIRE(result);
  const auto& second = std::get<Gaussian>(result->ledger.events[1].mechanism);
  CHECK(near(second.noise_multiplier, 2 * result->value, 1e-12));
}

TEST_CASE(
    "calibrate: impossible targets are infeasible with the reason, wrong questions are errors") {
  const auto steps = calibrate(gaussians(0.1, 1), "steps", gdp, target);
  REQUIRE_FALSE(steps);
  CHECK(steps.skip().kind == SkipKind::infeasible);
  CHECK(steps.skip().reason.find("one step already costs") != std::string::npos);
  CHECK_FALSE(calibrate(gaussians(1, 1), "noise_multiplier", PaperAccountant(), target));
  CHECK_THROWS_WITH_AS((void)calibrate(gaussians(1, 1), "noise", gdp, target),
                       "can't calibrate 'noise'; did you mean 'noise_multiplier'?",
                       ConfigError);
  CHECK_THROWS_AS((void)calibrate(gaussians(1, 1), "sampling_rate", gdp, target), ConfigError);
  CHECK_THROWS_AS((void)calibrate(Ledger{}, "noise_multiplier", gdp, target), ConfigError);
  CHECK_THROWS_AS((void)calibrate(gaussians(1, 1), "steps", gdp, {.epsilon = NAN, .delta = 0.1}),
                  ConfigError);
}

TEST_CASE("delta_at: inverts the accountant from above") {
  for (const double epsilon : {0.1, 1.0, 5.0}) {
    const auto delta = delta_at(gaussians(2, 1), gdp, epsilon);
    REQUIRE(delta);
    CHECK(near(*delta, std::exp(log_gdp_delta(epsilon, 0.5)), 1e-7));
    CHECK(gdp.price(gaussians(2, 1), *delta)->epsilon <= epsilon);
  }
  CHECK(*delta_at({}, gdp, 0) == 0);
  CHECK_FALSE(delta_at({.events = {{NonPrivate{}}}}, gdp, 3));
  CHECK_FALSE(delta_at({.events = {{Pure{1}}}}, gdp, 3));
}

}  // namespace dpsco
