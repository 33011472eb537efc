// Smoothed (Huberised) hinge of the margin m = y a, y = +-1, of width h:
//   0 for m >= 1, (1 - m)^2 / (2 h) on [1 - h, 1], 1 - m - h/2 below.
//
// With ||x|| <= B:  G = B, L = trace bound = B^2 / h. Small h makes L large: step sizes up to 2/L
// bind.
#pragma once

#include "framework/problem/loss.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct SmoothedHinge final : Loss {
  double width = 0.5, l2 = 0;

  static constexpr Card card{.name = "smoothed-hinge",
                             .doc = "hinge with a quadratic corner of width h, labels -1 and +1"};
  static std::vector<Param<SmoothedHinge>> parameters() {
    return {real("width", &SmoothedHinge::width, {1e-6, 1e6}, "margin", "h, the corner's width"),
            real("l2",
                 &SmoothedHinge::l2,
                 {0, 1e6},
                 "1/||w||^2",
                 "lambda of the regulariser (lambda/2)||w||^2")};
  }

  double value(double a, double y) const override {
    const double gap = 1 - y * a;
    if (gap <= 0) return 0;
    return gap < width ? gap * gap / (2 * width) : gap - width / 2;
  }
  double slope(double a, double y) const override {
    const double gap = 1 - y * a;
    if (gap <= 0) return 0;
    return gap < width ? -y * gap / width : -y;
  }
  double curvature(double a, double y) const override {
    const double gap = 1 - y * a;
    return 0 < gap && gap < width ? 1 / width : 0;
  }
  LossConstants constants(const DataBounds& bounds) const override {
    const double B = bounds.row_norm;
    return {.lipschitz = B,
            .lipschitz_on_ball = B,
            .smoothness = B * B / width,
            .hessian_trace = B * B / width};
  }
  double regularisation() const override { return l2; }
};

}  // namespace dpsco
