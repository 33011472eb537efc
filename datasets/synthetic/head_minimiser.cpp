#include "datasets/synthetic/head_minimiser.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

/// Signs z of pattern `bits`, [k].
Vector signs(unsigned bits, Eigen::Index k) {
  Vector z(k);
  for (Eigen::Index j = 0; j < k; ++j) z[j] = (bits >> unsigned(j) & 1U) != 0 ? 1 : -1;
  return z;
}

/// F and its derivatives at v = scale * u: in v every pattern has unit entries, so the Hessian is
/// well scaled whatever the eigenvalues.
struct Expansion {
  double value = 0;
  Vector gradient{};
  Matrix hessian{};
  double largest_slope = 1;
};

Expansion expand(const Loss& loss, const Vector& v, const Vector& v_star) {
  const Eigen::Index k = v.size();
  const unsigned patterns = 1U << unsigned(k);
  Expansion at{.gradient = Vector::Zero(k), .hessian = Matrix::Zero(k, k)};
  for (unsigned bits = 0; bits < patterns; ++bits) {
    const Vector z = signs(bits, k);
    const double a = z.dot(v), p = sigmoid(z.dot(v_star));
    for (const double y : {1.0, -1.0}) {
      const double weight = (y > 0 ? p : sigmoid(-z.dot(v_star))) / patterns;
      const double slope = loss.slope(a, y);
      at.value += weight * loss.value(a, y);
      at.gradient += weight * slope * z;
      at.hessian += weight * loss.curvature(a, y) * z * z.transpose();
      at.largest_slope = std::max(at.largest_slope, std::abs(slope));
    }
  }
  return at;
}

/// A real descent, or, where rounding hides the descent, no worse a value and no larger a gradient.
/// Equal is enough: on a linear piece with a tiny slope both stay the same until its end.
bool improves(const Expansion& next, const Expansion& now, double promised) {
  const double rounding = 1e-15 * (1 + std::abs(now.value));
  return next.value <= now.value - 1e-4 * promised - rounding ||
         (next.value <= now.value + rounding && next.gradient.norm() <= now.gradient.norm());
}

}  // namespace

double sigmoid(double a) {
  const double e = std::exp(-std::abs(a));
  return a >= 0 ? 1 / (1 + e) : e / (1 + e);
}

std::vector<double> head_minimiser(const Loss& loss,
                                   std::span<const double> scale,
                                   std::span<const double> w_star,
                                   std::span<const double> start) {
  const auto k = Eigen::Index(scale.size());
  assert(k <= 8 && w_star.size() == scale.size() && start.size() == scale.size());
  Vector v(k), v_star(k);
  for (Eigen::Index j = 0; j < k; ++j) {
    v[j] = scale[std::size_t(j)] * start[std::size_t(j)];
    v_star[j] = scale[std::size_t(j)] * w_star[std::size_t(j)];
  }
  constexpr double least_ridge = 1e-14, largest_ridge = 1e9;
  constexpr int most_steps = 2000;
  double ridge = least_ridge;
  Expansion now = expand(loss, v, v_star);
  for (int step = 0; step < most_steps && ridge <= largest_ridge; ++step) {
    if (now.gradient.norm() <= 1e-15 * now.largest_slope) break;
    const Vector move = -(now.hessian + ridge * Matrix::Identity(k, k)).ldlt().solve(now.gradient);
    const double promised = -now.gradient.dot(move);
    Expansion next = expand(loss, v + move, v_star);
    if (promised > 0 && improves(next, now, promised)) {
      v += move;
      now = std::move(next);
      ridge = std::max(least_ridge, ridge / 100);
    } else {
      ridge *= 10;
    }
  }
  const double left = now.gradient.norm();
  require(
      left <= 1e-9 * now.largest_slope,
      "the population minimiser of this loss can't be certified: the gradient norm stays at {}; "
      "the loss must be convex and differentiable in its margin, with slope() its derivative",
      left);
  std::vector<double> u(scale.size());
  for (Eigen::Index j = 0; j < k; ++j) u[std::size_t(j)] = v[j] / scale[std::size_t(j)];
  return u;
}

}  // namespace dpsco
