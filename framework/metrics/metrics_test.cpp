#include "framework/metrics/metrics.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "framework/problem/losses/losses.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

Data three_points() {
  return {.x = DenseMatrix{.n = 3, .d = 2, .values = {1, 0, 0, 1, 0, 0}}, .y = {1, -1, 1}};
}

}  // namespace

TEST_CASE("test accuracy: right, wrong, and a tie at one half") {
  const Truth truth{.test = three_points()};
  const TestAccuracy metric;
  CHECK(near(*metric.measure({}, truth, {.w = {1, -1}}), 2.5 / 3, 1e-15));
  CHECK(near(*metric.measure({}, truth, {.w = {-1, 1}}), 0.5 / 3, 1e-15));
  CHECK(*metric.measure({}, truth, {.w = {0, 0}}) == 0.5);
  CHECK_FALSE(metric.measure({}, {}, {.w = {0, 0}}));
}

TEST_CASE("excess empirical risk: the objective above the reference, a reason without one") {
  Problem problem{.data = three_points(), .loss = std::make_shared<Logistic>()};
  problem.facts = {.n = 3, .d = 2};
  Truth truth{.optimum = Optimum{.w = {0, 0}, .value = 0.5}};
  const ExcessEmpiricalRisk metric;
  CHECK(near(*metric.measure(problem, truth, {.w = {0, 0}}), std::log(2.0) - 0.5, 1e-14));
  problem.facts.regularisation = 2;
  CHECK(near(*metric.measure(problem, truth, {.w = {1, 0}}),
             problem.objective(std::vector<double>{1, 0}) - 0.5,
             1e-14));
  CHECK(near(problem.objective(std::vector<double>{1, 0}),
             (std::log1p(std::exp(-1.0)) + 2 * std::log(2.0)) / 3 + 1,
             1e-14));
  truth.optimum.reset();
  CHECK_FALSE(metric.measure(problem, truth, {.w = {0, 0}}));
}

TEST_CASE("excess population risk: a reason where the distribution is unknown") {
  CHECK_FALSE(ExcessPopulationRisk().measure({}, {}, {.w = {0}}));
}

}  // namespace dpsco
