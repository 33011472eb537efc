#include "algorithms/decentralised/local_solver.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "framework/problem/losses/losses.hpp"

namespace dpsco {

LocalSolver::LocalSolver(const LocalObjectives& objectives, int i, double smoothness)
    : problem_(objectives.problem()),
      data_(objectives.data()),
      first_(objectives.first(i)),
      scale_(1 / objectives.share()),
      smoothness_(smoothness),
      curvature_(std::size_t(objectives.first(i + 1) - first_)),
      residual_(std::size_t(data_.dimension())),
      direction_(residual_.size()),
      cg_residual_(residual_.size()),
      search_(residual_.size()),
      product_(residual_.size()),
      start_(residual_.size()) {}

double LocalSolver::evaluate(double q, std::span<const double> c, std::span<const double> x) {
  evaluated_ += std::int64_t(curvature_.size());
  std::fill(residual_.begin(), residual_.end(), 0.0);
  data_.with_rows([&](const auto& matrix) {
    with_loss(*problem_.loss, [&](const auto& loss) {
      for (std::size_t k = 0; k < curvature_.size(); ++k) {
        const auto row = matrix.row(first_ + Index(k));
        const double a = dot(row, x), y = data_.y[std::size_t(first_) + k];
        add(loss.slope(a, y), row, residual_);
        curvature_[k] = scale_ * loss.curvature(a, y);
      }
    });
  });
  const double ridge = problem_.facts.regularisation + q;
  for (std::size_t l = 0; l < residual_.size(); ++l)
    residual_[l] = scale_ * residual_[l] + ridge * x[l] - c[l];
  return norm(residual_);
}

void LocalSolver::product(double q, std::span<const double> p, std::span<double> out) const {
  const double ridge = problem_.facts.regularisation + q;
  for (std::size_t l = 0; l < p.size(); ++l) out[l] = ridge * p[l];
  data_.with_rows([&](const auto& matrix) {
    for (std::size_t k = 0; k < curvature_.size(); ++k) {
      const auto row = matrix.row(first_ + Index(k));
      add(curvature_[k] * dot(row, p), row, out);
    }
  });
}

void LocalSolver::newton_direction(double q, double accuracy) {
  std::fill(direction_.begin(), direction_.end(), 0.0);
  cg_residual_ = residual_;
  search_ = residual_;
  double squared = squared_norm(DenseRow{cg_residual_});
  const double enough = accuracy * accuracy * squared;
  for (std::size_t k = 0; k <= direction_.size() && squared > enough; ++k) {
    product(q, search_, product_);
    const double step = squared / dot(DenseRow{search_}, product_);
    add(step, DenseRow{search_}, direction_);
    add(-step, DenseRow{product_}, cg_residual_);
    const double before = squared;
    squared = squared_norm(DenseRow{cg_residual_});
    for (std::size_t l = 0; l < search_.size(); ++l)
      search_[l] = cg_residual_[l] + squared / before * search_[l];
  }
}

std::int64_t LocalSolver::solve(double q,
                                std::span<const double> c,
                                std::span<double> x,
                                double tolerance) {
  constexpr int most_steps = 200, most_halvings = 8;
  evaluated_ = 0;
  double left = evaluate(q, c, x);
  for (int step = 0; step < most_steps && left > tolerance; ++step) {
    newton_direction(q, std::min(0.1, left));
    std::copy(x.begin(), x.end(), start_.begin());
    // evaluate() overwrites the residual: keep the gradient step's.
    cg_residual_ = residual_;
    const double before = left;
    double length = 1;
    for (int halving = 0;; ++halving) {
      for (std::size_t l = 0; l < x.size(); ++l) x[l] = start_[l] - length * direction_[l];
      left = evaluate(q, c, x);
      if (left <= (1 - 1e-4 * length) * before) break;
      if (halving < most_halvings) {
        length /= 2;
        continue;
      }
      const double safe = 1 / (smoothness_ + q);
      for (std::size_t l = 0; l < x.size(); ++l) x[l] = start_[l] - safe * cg_residual_[l];
      left = evaluate(q, c, x);
      break;
    }
  }
  if (left > tolerance)
    throw std::runtime_error(
        fmt::format("a local subproblem stopped at a residual of {:.3g}, above {:.3g}: its numbers "
                    "are too large for doubles; a larger epsilon or penalty makes them smaller",
                    left,
                    tolerance));
  return evaluated_;
}

}  // namespace dpsco
