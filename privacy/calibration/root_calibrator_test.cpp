#include "privacy/calibration/root_calibrator.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"
#include "privacy/add_accountants.hpp"

namespace dpsco {

namespace {

Outcome<double> calibrate(const char* accountant,
                          const std::function<Ledger(double)>& ledger,
                          Target target) {
  const auto made = accountant_catalog().accountants.make(accountant);
  return RootCalibrator(*made).smallest_scale(ledger, target);
}
Ledger gaussian(double scale) {
  return {.events = {{Gaussian{scale}, 10}}};
}

}  // namespace

TEST_CASE("calibration: tight to 1e-6 and never above the target, for every accountant") {
  for (const char* name : {"gdp", "zcdp", "rdp", "rdp-mironov"})
    for (const double epsilon : {1e-3, 0.1, 1.0, 10.0, 200.0})
      for (const double delta : {1e-3, 1e-5, 1e-12}) {
        CAPTURE(name);
        CAPTURE(epsilon);
        const auto scale = calibrate(name, gaussian, {.epsilon = epsilon, .delta = delta});
        REQUIRE(scale);
        const double priced =
            accountant_catalog().accountants.make(name)->price(gaussian(*scale), delta)->epsilon;
        CHECK(priced <= epsilon);
        CHECK(priced >= epsilon * (1 - 1e-6));
      }
}

TEST_CASE("calibration: a Gaussian mechanism gets 2 / mu") {
  const auto once = [](double scale) { return Ledger{.events = {{Gaussian{scale}}}}; };
  CHECK(near(*calibrate("gdp", once, {.epsilon = 1, .delta = 1e-5}), 2 / gdp_mu(1, 1e-5), 1e-8));
}

TEST_CASE("calibration: what no noise can reach is infeasible and names the best") {
  const auto floor = [](double scale) {
    return Ledger{.events = {{Gaussian{scale}}, {Zcdp{0.5}}}};
  };
  const auto scale = calibrate("zcdp", floor, {.epsilon = 0.5, .delta = 1e-5});
  REQUIRE_FALSE(scale);
  CHECK(scale.skip().kind == SkipKind::infeasible);
  CHECK(scale.skip().reason.find("the best is 5.29") !=
        std::string::npos);  // .5 + 2 sqrt(.5 ln 1e5)
  const auto unsupported = calibrate(
      "gdp", [](double) { return Ledger{.events = {{Pure{1}}}}; }, {.epsilon = 0.5, .delta = 1e-5});
  REQUIRE_FALSE(unsupported);
  CHECK(unsupported.skip().kind == SkipKind::infeasible);
  CHECK_THROWS_AS((void)calibrate("gdp", gaussian, {.epsilon = 0, .delta = 1e-5}), ConfigError);
  CHECK_THROWS_AS((void)calibrate("gdp", gaussian, {.epsilon = 1, .delta = 0}), ConfigError);
}

// A refusal costs an engine about as much as an answer.
TEST_CASE("calibration: a border of refusals far from the target ends the search after few tries") {
  struct Refusing final : Accountant {
    mutable int asked = 0;
    double border = 1;
    Outcome<Price> price(const Ledger& ledger, double delta) const override {
      ++asked;
      auto priced = accountant_catalog().accountants.make("gdp")->price(ledger, delta);
      if (!(priced->epsilon <= border)) return Skip{"too little noise"};
      return priced;
    }
  };
  Refusing far;
  far.border = 0.5;
  const auto refused = RootCalibrator(far).smallest_scale(gaussian, {.epsilon = 1, .delta = 1e-5});
  REQUIRE_FALSE(refused);
  CHECK(refused.skip().reason == "too little noise");
  CHECK(far.asked <= 25);
  Refusing near_by;
  near_by.border = 1 + 1e-6;  // beyond the target, if barely
  const auto found =
      RootCalibrator(near_by).smallest_scale(gaussian, {.epsilon = 1, .delta = 1e-5});
  REQUIRE(found);
  CHECK(near(*found, *calibrate("gdp", gaussian, {.epsilon = 1, .delta = 1e-5}), 1e-8));
}

}  // namespace dpsco
