#include "privacy/audit/density_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <Eigen/LU>
#include <boost/math/tools/minima.hpp>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

double log_ratio(const LogDensity& p, const LogDensity& q, const Eigen::VectorXd& at) {
  const double value = std::abs(p(at) - q(at));
  require(!std::isnan(value), "a density is not a number at an output that was asked for");
  return value;
}

Eigen::VectorXd point(double x) {
  return Eigen::VectorXd::Constant(1, x);
}

/// The smallest epsilon >= 0 with integral (p - e^epsilon q)+ <= delta, by bisection on densities
/// tabulated once.
double one_way_epsilon(
    const LogDensity& p, const LogDensity& q, double delta, double low, double high, int points) {
  const double step = (high - low) / points;
  std::vector<double> likely(static_cast<std::size_t>(points)), rare(likely);
  double most = 0;
  for (std::size_t i = 0; i < likely.size(); ++i) {
    const Eigen::VectorXd x = point(low + (double(i) + 0.5) * step);
    likely[i] = p(x);
    rare[i] = q(x);
    most = std::max(most, likely[i] - rare[i]);
  }
  const auto exceeds = [&](double epsilon) {
    double sum = 0;
    for (std::size_t i = 0; i < likely.size(); ++i)
      if (likely[i] > epsilon + rare[i]) sum += std::exp(likely[i]) - std::exp(epsilon + rare[i]);
    return sum * step > delta;
  };
  if (!exceeds(0)) return 0;
  double below = 0, above = most;  // at `most` the integral is 0
  for (int k = 0; k < 50; ++k) {
    const double middle = (below + above) / 2;
    (exceeds(middle) ? below : above) = middle;
  }
  return below;
}

}  // namespace

double NoiseLaw::log_density(const Eigen::VectorXd& b) const {
  const auto d = double(b.size());
  switch (kind) {
    case Kind::gaussian:
      return -b.squaredNorm() / (2 * scale * scale) -
             d * (std::log(scale) + std::log(2 * std::numbers::pi) / 2);
    case Kind::laplace:
      return -b.lpNorm<1>() / scale - d * std::log(2 * scale);
    case Kind::exponential_l2:
      // The sphere's surface 2 pi^{d/2} / Gamma(d/2) times Gamma(d) scale^d.
      return -b.norm() / scale - d * std::log(scale) - std::numbers::ln2 -
             d / 2 * std::log(std::numbers::pi) + std::lgamma(d / 2) - std::lgamma(d);
  }
  throw ConfigError("unknown kind of noise");
}

LogDensity output_perturbation(const Eigen::VectorXd& centre, const NoiseLaw& noise) {
  require(noise.scale > 0, "the noise's scale {} must be positive", noise.scale);
  return [centre, noise](const Eigen::VectorXd& w) { return noise.log_density(w - centre); };
}

LogDensity objective_perturbation(std::function<Eigen::VectorXd(const Eigen::VectorXd&)> gradient,
                                  std::function<Eigen::MatrixXd(const Eigen::VectorXd&)> hessian,
                                  double scale,
                                  const NoiseLaw& noise) {
  require(noise.scale > 0, "the noise's scale {} must be positive", noise.scale);
  require(scale > 0, "the factor {} of the noise in the objective must be positive", scale);
  return [gradient = std::move(gradient), hessian = std::move(hessian), scale, noise](
             const Eigen::VectorXd& w) {
    const Eigen::MatrixXd jacobian = hessian(w) / scale;
    return noise.log_density(-gradient(w) / scale) + std::log(std::abs(jacobian.determinant()));
  };
}

RatioWitness largest_ratio(const LogDensity& p,
                           const LogDensity& q,
                           std::span<const Eigen::VectorXd> outputs) {
  require(!outputs.empty(), "a density ratio needs at least one output to look at");
  RatioWitness worst{.log_ratio = -1};
  for (const Eigen::VectorXd& at : outputs) {
    const double value = log_ratio(p, q, at);
    if (value > worst.log_ratio) worst = {value, at};
  }
  return worst;
}

RatioWitness largest_ratio(
    const LogDensity& p, const LogDensity& q, double low, double high, int points) {
  require(low < high && points >= 3,
          "a density ratio needs low < high and at least 3 points, has [{}, {}] and {}",
          low,
          high,
          points);
  const double step = (high - low) / (points - 1);
  double best = -1, at = low;
  for (int i = 0; i < points; ++i) {
    const double x = low + i * step, value = log_ratio(p, q, point(x));
    if (value > best) {
      best = value;
      at = x;
    }
  }
  const auto [x, negative] = boost::math::tools::brent_find_minima(
      [&](double place) { return -log_ratio(p, q, point(place)); },
      std::max(low, at - step),
      std::min(high, at + step),
      40);
  if (-negative > best) return {-negative, point(x)};
  return {best, point(at)};
}

double epsilon_between(
    const LogDensity& p, const LogDensity& q, double delta, double low, double high, int points) {
  require(low < high && points >= 2,
          "an integral needs low < high and at least 2 cells, has [{}, {}] and {}",
          low,
          high,
          points);
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  const double fine = std::max(one_way_epsilon(p, q, delta, low, high, points),
                               one_way_epsilon(q, p, delta, low, high, points));
  const double coarse = std::max(one_way_epsilon(p, q, delta, low, high, points / 2),
                                 one_way_epsilon(q, p, delta, low, high, points / 2));
  return std::max(0.0, std::min(fine, coarse) - std::abs(fine - coarse));
}

}  // namespace dpsco
