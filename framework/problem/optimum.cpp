#include "framework/problem/optimum.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return dpsco::dot(DenseRow{a}, b);
}
void add(double scale, const Vector& x, Vector& to) {
  dpsco::add(scale, DenseRow{x}, to);
}

/// F and its derivatives at one point; margins and curvatures are kept for Hessian products.
class Objective {
 public:
  explicit Objective(const Problem& problem)
      : problem_(problem),
        lambda_(problem.facts.regularisation),
        margins_(std::size_t(problem.data.size())),
        weights_(margins_.size()) {}

  /// Moves to w: fills `gradient` (of F) and returns F(w).
  double move_to(const Vector& w, Vector& gradient) {
    std::fill(gradient.begin(), gradient.end(), 0.0);
    double sum = 0;
    const auto n = double(margins_.size());
    problem_.data.with_rows([&](const auto& rows) {
      with_loss(*problem_.loss, [&](const auto& loss) {
        for (std::size_t i = 0; i < margins_.size(); ++i) {
          const auto row = rows.row(Index(i));
          const double a = dpsco::dot(row, w), y = problem_.data.y[i];
          sum += loss.value(a, y);
          weights_[i] = loss.curvature(a, y) / n;
          dpsco::add(loss.slope(a, y) / n, row, gradient);
        }
      });
    });
    add(lambda_, w, gradient);
    return sum / n + lambda_ / 2 * dot(w, w);
  }
  /// out <- (Hessian + ridge I) v at the last point.
  void hessian_times(const Vector& v, double ridge, Vector& out) const {
    std::fill(out.begin(), out.end(), 0.0);
    problem_.data.with_rows([&](const auto& rows) {
      for (std::size_t i = 0; i < weights_.size(); ++i) {
        if (weights_[i] == 0) continue;
        const auto row = rows.row(Index(i));
        dpsco::add(weights_[i] * dpsco::dot(row, v), row, out);
      }
    });
    add(lambda_ + ridge, v, out);
  }

 private:
  const Problem& problem_;
  double lambda_;
  Vector margins_, weights_;
};

/// x with ||(H + ridge I) x - b|| <= tolerance, by conjugate gradients; stops early on a flat
/// direction.
Vector solve(const Objective& objective, double ridge, const Vector& b, double tolerance) {
  Vector x(b.size(), 0.0), residual = b, direction = b, product(b.size());
  double rr = dot(residual, residual);
  const auto limit = 20 * b.size() + 100;
  for (std::size_t k = 0; k < limit && std::sqrt(rr) > tolerance; ++k) {
    objective.hessian_times(direction, ridge, product);
    const double bend = dot(direction, product);
    if (!(bend > 1e-300)) break;
    const double step = rr / bend;
    add(step, direction, x);
    add(-step, product, residual);
    const double next = dot(residual, residual);
    for (std::size_t j = 0; j < direction.size(); ++j)
      direction[j] = residual[j] + next / rr * direction[j];
    rr = next;
  }
  return x;
}

/// A point with its value, gradient and ridge: argmin F + (ridge/2)||w||^2 is approached by
/// newton().
struct Iterate {
  Vector w, gradient;
  double value = 0;
  int steps = 0;
};

/// Damped Newton steps from `at` until the ridged gradient is below `tolerance` or no step helps.
void newton(Objective& objective, double ridge, double tolerance, int max_steps, Iterate& at) {
  const std::size_t d = at.w.size();
  Vector slope(d), trial(d), trial_gradient(d);
  const auto ridged = [&](const Vector& w, double value) { return value + ridge / 2 * dot(w, w); };
  while (at.steps < max_steps) {
    slope = at.gradient;
    add(ridge, at.w, slope);
    const double size = std::sqrt(dot(slope, slope));
    if (size <= tolerance) return;
    ++at.steps;
    Vector direction =
        solve(objective, ridge + 1e-14, slope, std::min(0.1, std::sqrt(size)) * size);
    double decrease = dot(slope, direction);
    if (!(decrease > 0)) {  // no curvature at all: the gradient itself
      direction = slope;
      decrease = size * size;
    }
    const double before = ridged(at.w, at.value);
    bool moved = false;
    for (int halving = 0; halving < 40 && !moved; ++halving) {
      const double step = std::ldexp(1.0, -halving);
      trial = at.w;
      add(-step, direction, trial);
      const double value = objective.move_to(trial, trial_gradient);
      // Near the optimum rounding hides the decrease of the value: then a smaller gradient will do.
      Vector trial_slope = trial_gradient;
      add(ridge, trial, trial_slope);
      if (ridged(trial, value) <= before - 1e-4 * step * decrease ||
          (halving == 0 && dot(trial_slope, trial_slope) < 0.25 * size * size &&
           ridged(trial, value) <= before + 1e-13 * std::abs(before))) {
        at.w.swap(trial);
        at.gradient.swap(trial_gradient);
        at.value = value;
        moved = true;
      }
    }
    if (!moved) {
      at.value = objective.move_to(at.w, at.gradient);  // weights back to the point we keep
      return;
    }
  }
}

Optimum in_ball(Objective& objective, Iterate& at, double R, const OptimumOptions& options) {
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
    const Vector bent = solve(objective, mu, at.w, 1e-6 * size);
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
  Objective objective(problem);
  const auto d = std::size_t(problem.data.dimension());
  Iterate at{.w = Vector(d, 0.0), .gradient = Vector(d, 0.0)};
  at.value = objective.move_to(at.w, at.gradient);

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
