// The loss of audits: gradients as large as the declared bound allows, wherever the iterate goes.
// It is convex, smooth and non-negative with the constants it states, so every claim covers it; no
// catalog has it, since nobody would want to minimise it.
//
//   y = +-1  pushes: a hinge so far out that no run gets there. The slope is -y while the margin
//            y a is below `reach`, then comes a corner of width h, then 0.
//   other y  pull: Huber's loss of r = a - y h, r^2/(2 h) for |r| <= h, |r| - h/2 beyond, draws
//            <w, x> to y h. Just inside its lower edge it is both curved and as steep as can be.
//
// With ||x|| <= B:  G = B, L = trace bound = B^2 / h.
#pragma once

#include <algorithm>
#include <cmath>

#include "framework/problem/loss.hpp"

namespace dpsco {

struct AuditLoss final : Loss {
  double width = 1e3;  ///< h > 0
  double l2 = 0;

  static constexpr double reach = 1e9;

  double value(double a, double y) const override {
    if (!pushes(y)) {
      const double size = std::abs(a - y * width);
      return size <= width ? size * size / (2 * width) : size - width / 2;
    }
    const double gap = reach + width - y * a;
    if (gap <= 0) return 0;
    return gap < width ? gap * gap / (2 * width) : gap - width / 2;
  }
  double slope(double a, double y) const override {
    if (!pushes(y)) return std::clamp(a / width - y, -1.0, 1.0);
    return -y * std::clamp((reach + width - y * a) / width, 0.0, 1.0);
  }
  double curvature(double a, double y) const override {
    if (!pushes(y)) return std::abs(a - y * width) < width ? 1 / width : 0;
    const double gap = reach + width - y * a;
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

 private:
  static bool pushes(double y) { return std::abs(y) == 1; }
};

}  // namespace dpsco
