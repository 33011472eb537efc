// Known-broken mechanisms must be caught, each by the judge that should, and their honest twins
// must pass the same judge: the quick ones, one for each judge. All others: more_refutation_test.
#include <cmath>

#include <doctest/doctest.h>

#include "suites/refutation/one_release.hpp"
#include "suites/refutation/perturbed_objective.hpp"
#include "suites/refutation/trial.hpp"

namespace dpsco::refutation {

TEST_CASE("refutation, audit: no noise while the ledger claims it") {
  const OneRelease<Flaw::no_noise> broken;
  const Trial trial = audited(broken, decltype(broken)::card, 2000);
  CHECK(trial.caught());
  CHECK(trial.lower > 4);
  const OneRelease<Flaw::none> honest;
  const Trial twin = audited(honest, decltype(honest)::card, 2000);
  CHECK(twin.claim == trial.claim);
  CHECK_FALSE(twin.caught());
}

TEST_CASE("refutation, accountant: the classical Gaussian formula at epsilon > 1") {
  // sigma = sqrt(2 log(1.25/delta)) / epsilon is proved for epsilon < 1 only.
  const GdpAccountant gdp;
  const auto cost = [&](double epsilon, double delta) {
    const double z = std::sqrt(2 * std::log(1.25 / delta)) / epsilon;
    const auto price =
        gdp.price({.adjacency = Adjacency::zero_out, .events = {{Gaussian{z}}}}, delta);
    REQUIRE(price);
    CHECK(price->direction == Direction::exact);
    return price->epsilon;
  };
  CHECK(cost(10, 1e-5) > 10);
  CHECK(cost(20, 1e-5) > 25);
  CHECK(cost(0.9, 1e-5) <= 0.9);
  CHECK(cost(0.1, 1e-5) <= 0.1);
}

TEST_CASE("refutation, density: objective perturbation with R for R^2") {
  const Target target{.epsilon = 5};
  const auto loss = [&](bool is_wrong) {
    return density_audit(perturbed_objective(is_wrong, 5, 1, 0.1), 1, 1, target, true).epsilon;
  };
  // What the Jacobian really costs is log(1 + 4/.1) = 3.71, and log(1 + 2/.1) = 3.04 was charged.
  CHECK(loss(true) > 5.5);
  CHECK(loss(false) <= 5);
  CHECK(loss(false) > 4.9);
}

}  // namespace dpsco::refutation
