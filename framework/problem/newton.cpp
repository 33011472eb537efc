#include "framework/problem/newton.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace

SmoothObjective::SmoothObjective(const Problem& problem,
                                 Index records,
                                 std::span<const double> linear)
    : problem_(problem),
      lambda_(problem.facts.regularisation),
      records_(double(records)),
      linear_(linear),
      weights_(std::size_t(problem.data.size())) {}

double SmoothObjective::move_to(const Vector& w, Vector& gradient) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  double sum = 0;
  problem_.data.with_rows([&](const auto& rows) {
    with_loss(*problem_.loss, [&](const auto& loss) {
      for (std::size_t i = 0; i < weights_.size(); ++i) {
        const auto row = rows.row(Index(i));
        const double a = dpsco::dot(row, w), y = problem_.data.y[i];
        sum += loss.value(a, y);
        weights_[i] = loss.curvature(a, y) / records_;
        dpsco::add(loss.slope(a, y) / records_, row, gradient);
      }
    });
  });
  add(lambda_, w, gradient);
  double value = sum / records_ + lambda_ / 2 * dot(w, w);
  if (!linear_.empty()) {
    value += dpsco::dot(DenseRow{linear_}, w);
    dpsco::add(1, DenseRow{linear_}, gradient);
  }
  return value;
}

void SmoothObjective::hessian_times(const Vector& v, double ridge, Vector& out) const {
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

Vector solve_hessian(const SmoothObjective& objective,
                     double ridge,
                     const Vector& b,
                     double tolerance) {
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

double NewtonPoint::slope(double ridge) const {
  double sum = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    const double s = gradient[j] + ridge * w[j];
    sum += s * s;
  }
  return std::sqrt(sum);
}

NewtonPoint newton_start(SmoothObjective& objective, Index d) {
  NewtonPoint at{.w = Vector(std::size_t(d), 0.0), .gradient = Vector(std::size_t(d), 0.0)};
  at.value = objective.move_to(at.w, at.gradient);
  return at;
}

void newton(
    SmoothObjective& objective, double ridge, double tolerance, int max_steps, NewtonPoint& at) {
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
        solve_hessian(objective, ridge + 1e-14, slope, std::min(0.1, std::sqrt(size)) * size);
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
      at.value = objective.move_to(at.w, at.gradient);  // curvatures back to the point we keep
      return;
    }
  }
}

}  // namespace dpsco
