// Shapes claim no constant, but a risk's units and limits.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/testing/bounds.hpp"
#include "algorithms/testing/by_definition.hpp"
#include "framework/testing/near.hpp"

namespace dpsco::testing {

namespace {}  // namespace

TEST_CASE("bounds: twice the loss is twice the risk, for every bound with a value of its own") {
  for (const std::string& name : catalog().bounds.names()) {
    const Facts once = facts(1000, 300, Logistic());
    Facts twice = once;
    twice.constants.lipschitz *= 2;
    twice.constants.lipschitz_on_ball *= 2;
    twice.constants.smoothness *= 2;
    twice.constants.hessian_trace *= 2;
    const auto at = [&](const Facts& facts) {
      return catalog().bounds.make(name)->value(
          {.facts = facts, .target = {.epsilon = 1, .delta = 1e-5}, .comparator_norm = 3});
    };
    if (!at(once)) continue;  // needs a plan
    CAPTURE(name);
    CHECK(near(at(twice)->value, 2 * at(once)->value, 1e-6));
  }
}

TEST_CASE("shapes: the lower bound is never above what the zero predictor reaches, G R") {
  for (const Index n : {2, 100, 100000})
    for (const Index d : {1, 1000, 1000000})
      for (const double epsilon : {1e-3, 1.0, 10.0}) {
        const double value = tuned_value("lower-bound", facts(n, d, Logistic()), epsilon, 10);
        CHECK(value <= 10 * (1 + 1e-14));
        const double root_n = std::sqrt(double(n));
        CHECK(near(value,
                   10 * std::min(1.0, 1 / root_n + std::sqrt(double(d)) / (epsilon * double(n))),
                   1e-13));
      }
}

TEST_CASE("shapes: Arora et al. lose the dimension, or the rank, where the other term is smaller") {
  // n eps = 1000: the smooth form has its corner at d = (n eps)^(2/3) = 100, L R^2 = 9/4.
  CHECK(near(tuned_value("arora2022", facts(1000, 25, Logistic()), 1, 3),
             3 / std::sqrt(1000.0) + 9.0 / 4 * 5 / 1000,
             1e-13));
  CHECK(near(tuned_value("arora2022", facts(1000, 5000, Logistic()), 1, 3),
             3 / std::sqrt(1000.0) + 9.0 / 4 / 100,
             1e-13));
  // The Lipschitz form has it at rank n eps = 100.
  Facts known = facts(1000, 5000, Logistic());
  CHECK(near(
      tuned_value("arora2022-lipschitz", known, 0.1, 3), 3 * (1 / std::sqrt(1000.0) + 0.1), 1e-13));
  known.rank = 25;
  CHECK(near(tuned_value("arora2022-lipschitz", known, 0.1, 3),
             3 * (1 / std::sqrt(1000.0) + 5.0 / 100),
             1e-13));
  known.n = 16;  // no design of 16 rows has a larger rank
  CHECK(near(tuned_value("arora2022-lipschitz", known, 10, 3), 3 * (1 / 4.0 + 4.0 / 160), 1e-13));
}

}  // namespace dpsco::testing
