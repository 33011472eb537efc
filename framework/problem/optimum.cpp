#include "framework/problem/optimum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "framework/problem/newton.hpp"

namespace dpsco {

namespace {

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return dpsco::dot(DenseRow{a}, b);
}

Optimum in_ball(SmoothObjective& objective,
                NewtonPoint& at,
                double R,
                const OptimumOptions& options) {
  Optimum best{.gap = std::numeric_limits<double>::infinity(), .constrained = true};
  const double gradient_at_zero = std::sqrt(dot(at.gradient, at.gradient));
  // mu ||w(mu)|| <= ||grad F(0)|| by monotonicity of the gradient, so the root is at most this.
  double low = 0, high = gradient_at_zero / R, mu = high;
  Vector point, gradient(at.w.size());
  for (int round = 0; round < 200 && at.steps < options.max_newton_steps; ++round) {
    newton(objective, mu, 0.02 * options.gap / R, options.max_newton_steps, at);
    const double size = std::sqrt(dot(at.w, at.w));
    point = at.w;
    if (size > R)
      for (double& v : point) v *= R / size;
    const double value = objective.move_to(point, gradient);
    const double gap = std::max(0.0, dot(gradient, point) + R * std::sqrt(dot(gradient, gradient)));
    if (gap < best.gap) {
      best.w = point;
      best.value = value;
      best.gap = gap;
    }
    if (best.gap <= options.gap || mu == 0) break;
    (size > R ? low : high) = mu;
    // (1/||w||)' = <w, (H + mu I)^-1 w> / ||w||^3
    at.value = objective.move_to(at.w, at.gradient);
    const Vector bent = solve_hessian(objective, mu, at.w, 1e-6 * size);
    const double slope = dot(at.w, bent) / (size * size * size);
    double next = size > 0 ? mu - (1 / size - 1 / R) / slope : high / 10;
    if (!(low < next && next < high)) next = low > 0 ? std::sqrt(low * high) : high / 10;
    if (next < 1e-18 * gradient_at_zero / R) next = 0;  // the minimiser lies inside the ball
    mu = next;
  }
  best.iterations = at.steps;
  return best;
}

}  // namespace

Outcome<Optimum> find_optimum(const Problem& problem, const OptimumOptions& options) {
  SmoothObjective objective(problem, problem.data.size());
  NewtonPoint at = newton_start(objective, problem.data.dimension());

  Optimum best;
  const double lambda = problem.facts.regularisation;
  if (lambda > 0) {
    newton(objective, 0, std::sqrt(2 * lambda * options.gap), options.max_newton_steps, at);
    best = {.w = at.w,
            .value = at.value,
            .gap = dot(at.gradient, at.gradient) / (2 * lambda),
            .iterations = at.steps};
  } else {
    best = in_ball(objective, at, problem.facts.R(), options);
  }
  if (!(best.gap <= options.gap))
    return Skip{
        fmt::format("the reference optimum is certified only to {:.2g} after {} Newton steps, "
                    "needs {:.2g}",
                    best.gap,
                    best.iterations,
                    options.gap)};
  return best;
}

}  // namespace dpsco
