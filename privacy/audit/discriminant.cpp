#include "privacy/audit/discriminant.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace dpsco {

namespace {

struct Marginal {
  double mean_here = 0, mean_there = 0, spread = 0;

  double shift() const { return mean_here - mean_there; }
  /// Rounding alone moves a mean by less.
  bool differs() const {
    return std::abs(shift()) > 1e-12 * (std::abs(mean_here) + std::abs(mean_there));
  }
  bool is_constant() const {
    return !(spread > 1e-12 * (std::abs(mean_here) + std::abs(mean_there)));
  }
  double strength() const {
    if (!differs()) return 0;
    return is_constant() ? std::numeric_limits<double>::infinity() : std::abs(shift()) / spread;
  }
};

std::vector<Marginal> marginals(const Views& here, const Views& there) {
  std::vector<Marginal> all(here.features);
  const auto runs = double(here.runs);
  for (std::size_t j = 0; j < all.size(); ++j) {
    Marginal& m = all[j];
    for (std::size_t r = 0; r < here.runs; ++r) {
      m.mean_here += here.run(r)[j] / runs;
      m.mean_there += there.run(r)[j] / runs;
    }
    double squares = 0;
    for (std::size_t r = 0; r < here.runs; ++r)
      squares +=
          std::pow(here.run(r)[j] - m.mean_here, 2) + std::pow(there.run(r)[j] - m.mean_there, 2);
    m.spread = std::sqrt(squares / (2 * runs - 2));
  }
  return all;
}

}  // namespace

double Discriminant::score(std::span<const double> view) const {
  double sum = 0;
  for (std::size_t j = 0; j < weights.size(); ++j)
    if (weights[j] != 0) sum += weights[j] * view[j];
  constexpr double largest = std::numeric_limits<double>::max();
  return std::isnan(sum) ? largest : std::clamp(sum, -largest, largest);
}

Discriminant learn_discriminant(const Views& here, const Views& there, std::size_t most) {
  assert(here.features == there.features && here.runs == there.runs && here.runs >= 2);
  const std::vector<Marginal> all = marginals(here, there);
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return all[a].strength() > all[b].strength();
  });
  Discriminant out{.weights = std::vector<double>(all.size(), 0.0)};
  if (order.empty() || all[order[0]].strength() == 0) return out;
  if (std::isinf(all[order[0]].strength())) {
    out.weights[order[0]] = all[order[0]].shift() > 0 ? 1 : -1;
    out.separation = std::numeric_limits<double>::infinity();
    return out;
  }
  // A feature may differ little by itself and still cancel another's noise: all that vary compete.
  std::erase_if(order, [&](std::size_t j) { return all[j].is_constant(); });
  order.resize(std::min(order.size(), most));

  const auto size = Eigen::Index(order.size());
  Eigen::VectorXd shift(size);
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd row(size);
  for (Eigen::Index k = 0; k < size; ++k) {
    const Marginal& m = all[order[std::size_t(k)]];
    shift[k] = m.shift() / m.spread;
  }
  for (const Views* views : {&here, &there}) {
    for (std::size_t r = 0; r < views->runs; ++r) {
      for (Eigen::Index k = 0; k < size; ++k) {
        const std::size_t j = order[std::size_t(k)];
        const double mean = views == &here ? all[j].mean_here : all[j].mean_there;
        row[k] = (views->run(r)[j] - mean) / all[j].spread;
      }
      covariance.noalias() += row * row.transpose();
    }
  }
  covariance /= double(2 * here.runs - 2);
  // Small enough not to hide a combination without noise, large enough to survive rounding.
  covariance.diagonal().array() += 1e-10;
  const Eigen::VectorXd solved = covariance.ldlt().solve(shift);
  for (Eigen::Index k = 0; k < size; ++k) {
    const std::size_t j = order[std::size_t(k)];
    out.weights[j] = solved[k] / all[j].spread;
  }
  out.separation = std::sqrt(std::max(0.0, solved.dot(shift)));
  return out;
}

}  // namespace dpsco
