// Squared loss phi = (a - y)^2 / 2 with |y| <= 1.
//
// With ||x|| <= B:  L = trace bound = B^2. The gradient (a - y) x is unbounded over R^d, so G
// exists only on a ball: |a - y| <= R B + 1, G = (R B + 1) B. Methods that don't project are
// skipped.
#pragma once

#include "framework/problem/loss.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Squared final : Loss {
  double l2 = 0;

  static constexpr Card card{.name = "squared", .doc = "(<w,x> - y)^2 / 2, labels in [-1, 1]"};
  static std::vector<Param<Squared>> parameters() {
    return {real(
        "l2", &Squared::l2, {0, 1e6}, "1/||w||^2", "lambda of the regulariser (lambda/2)||w||^2")};
  }

  double value(double a, double y) const override { return (a - y) * (a - y) / 2; }
  double slope(double a, double y) const override { return a - y; }
  double curvature(double /*a*/, double /*y*/) const override { return 1; }
  LossConstants constants(const DataBounds& bounds) const override {
    const double B = bounds.row_norm;
    LossConstants all;
    all.lipschitz_on_ball = (bounds.radius * B + 1) * B;
    all.smoothness = all.hessian_trace = B * B;
    return all;
  }
  double regularisation() const override { return l2; }
};

}  // namespace dpsco
