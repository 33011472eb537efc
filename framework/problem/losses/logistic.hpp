// Logistic loss of the margin m = y a, y = +-1: phi = log(1 + e^-m).
//
// With ||x|| <= B:  G = B, since |d phi / da| = sigmoid(-m) < 1;
//                   L = trace bound = B^2 / 4, since the Hessian is sigmoid'(m) x x^T,
//                   sigmoid' <= 1/4.
#pragma once

#include <cmath>

#include "framework/problem/loss.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Logistic final : Loss {
  double l2 = 0;

  static constexpr Card card{.name = "logistic", .doc = "log(1 + exp(-y <w,x>)), labels -1 and +1"};
  static std::vector<Param<Logistic>> parameters() {
    return {real(
        "l2", &Logistic::l2, {0, 1e6}, "1/||w||^2", "lambda of the regulariser (lambda/2)||w||^2")};
  }

  double value(double a, double y) const override {
    const double m = y * a;
    return m > 0 ? std::log1p(std::exp(-m))
                 : std::log1p(std::exp(m)) - m;  // never exp of a large number
  }
  double slope(double a, double y) const override { return -y / (1 + std::exp(y * a)); }
  double curvature(double a, double y) const override {
    const double s = 1 / (1 + std::exp(std::abs(y * a)));  // sigmoid(-|m|)
    return s * (1 - s);
  }
  LossConstants constants(const DataBounds& bounds) const override {
    const double B = bounds.row_norm;
    return {.lipschitz = B,
            .lipschitz_on_ball = B,
            .smoothness = B * B / 4,
            .hessian_trace = B * B / 4};
  }
  double regularisation() const override { return l2; }
};

}  // namespace dpsco
