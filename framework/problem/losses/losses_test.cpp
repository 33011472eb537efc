#include "framework/problem/losses/losses.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "framework/testing/near.hpp"

namespace dpsco {

TEST_CASE(
    "every loss: slope and curvature are derivatives, within the stated constants, and convex") {
  Catalog catalog;
  add_losses(catalog);
  const DataBounds bounds{.row_norm = 1, .radius = 5};
  for (const std::string& name : catalog.losses.names()) {
    CAPTURE(name);
    const auto loss = catalog.losses.make(name);
    const LossConstants constants = loss->constants(bounds);
    for (const double y : {-1.0, 1.0}) {
      for (int k = 0; k <= 105; ++k) {
        const double a = -4.9 + 0.0937 * k;  // |a| <= R * row_norm; misses the hinge's corners
        const double h = 1e-5;
        const double slope = (loss->value(a + h, y) - loss->value(a - h, y)) / (2 * h);
        const double bend = (loss->slope(a + h, y) - loss->slope(a - h, y)) / (2 * h);
        CHECK(std::abs(slope - loss->slope(a, y)) < 1e-9);
        CHECK(std::abs(bend - loss->curvature(a, y)) < 1e-9);
        CHECK(loss->value(a, y) >= 0);
        CHECK(loss->curvature(a, y) >= 0);
        CHECK(std::abs(loss->slope(a, y)) <= constants.lipschitz_on_ball);
        CHECK(loss->curvature(a, y) <= constants.smoothness);
      }
    }
  }
}

TEST_CASE("losses: constants at rows of norm 1 and their scaling with the row norm") {
  CHECK(Logistic().constants({.row_norm = 1}).lipschitz == 1);
  CHECK(Logistic().constants({.row_norm = 2}).smoothness == 1);
  CHECK(Logistic().constants({.row_norm = 1}).hessian_trace == 0.25);
  CHECK(SmoothedHinge().constants({.row_norm = 1}).smoothness == 2);
  CHECK(SmoothedHinge().constants({.row_norm = 1}).lipschitz == 1);
  CHECK(std::isinf(Squared().constants({.row_norm = 1}).lipschitz));
  CHECK(Squared().constants({.row_norm = 1, .radius = 10}).lipschitz_on_ball == 11);
}

TEST_CASE("logistic: no overflow at extreme margins") {
  const Logistic loss;
  CHECK(loss.value(-1e4, 1) == 1e4);
  CHECK(loss.value(1e4, 1) == 0);
  CHECK(loss.slope(-1e4, 1) == -1);
  CHECK(loss.slope(1e4, 1) == 0);
  CHECK(loss.curvature(1e4, 1) == 0);
  CHECK(near(loss.value(0, 1), std::log(2.0), 1e-15));
}

TEST_CASE("with_loss: a known loss arrives as itself, a foreign one as the interface") {
  struct Foreign final : Loss {
    double value(double /*a*/, double /*y*/) const override { return 7; }
    double slope(double /*a*/, double /*y*/) const override { return 0; }
    double curvature(double /*a*/, double /*y*/) const override { return 0; }
    LossConstants constants(const DataBounds& /*bounds*/) const override { return {}; }
  };
  const auto kind = [](const auto& loss) {
    return std::is_same_v<std::decay_t<decltype(loss)>, Loss> ? 0 : 1;
  };
  CHECK(with_loss(Logistic(), kind) == 1);
  CHECK(with_loss(SmoothedHinge(), kind) == 1);
  CHECK(with_loss(Squared(), kind) == 1);
  CHECK(with_loss(Foreign(), kind) == 0);
}

}  // namespace dpsco
