// Exact density ratios of mechanisms with one noise vector: no sampling, so one output whose ratio
// exceeds e^epsilon refutes a pure claim for certain (up to rounding).
//
// Output perturbation releases centre + b. Objective perturbation releases the w that solves
// gradient(w) + scale * b = 0; then b = -gradient(w)/scale, and w has density
//   noise(-gradient(w)/scale) |det hessian(w)| / scale^d.
// One-dimensional densities are normalised, so delta(epsilon) can be integrated as well.
#pragma once

#include <functional>
#include <span>

#include <Eigen/Core>

namespace dpsco {

/// Law of the noise vector b.
struct NoiseLaw {
  enum class Kind {
    gaussian,        ///< independent N(0, scale^2)
    laplace,         ///< independent, density proportional to e^{-|x|/scale}
    exponential_l2,  ///< density proportional to e^{-||b||_2/scale}
  };
  Kind kind = Kind::gaussian;
  double scale = 1;  ///< > 0

  /// Normalised. b is [d], d >= 1.
  double log_density(const Eigen::VectorXd& b) const;
};

/// log of the density of a release at w [d], given one data set.
using LogDensity = std::function<double(const Eigen::VectorXd&)>;

/// Throws ConfigError unless the noise's scale is positive.
LogDensity output_perturbation(const Eigen::VectorXd& centre, const NoiseLaw& noise);
/// gradient: [d] -> [d], strictly monotone; hessian: [d] -> [d, d], its derivative. Throws
/// ConfigError unless scale and the noise's scale are positive.
LogDensity objective_perturbation(std::function<Eigen::VectorXd(const Eigen::VectorXd&)> gradient,
                                  std::function<Eigen::MatrixXd(const Eigen::VectorXd&)> hessian,
                                  double scale,
                                  const NoiseLaw& noise);

struct RatioWitness {
  double log_ratio = 0;  ///< |log p(at) - log q(at)|, in nats: a lower bound on a pure epsilon
  Eigen::VectorXd at{};  ///< [d]
};
/// The largest |log p - log q| over the outputs given. Throws ConfigError if there are none or a
/// density is NaN.
RatioWitness largest_ratio(const LogDensity& p,
                           const LogDensity& q,
                           std::span<const Eigen::VectorXd> outputs);
/// d = 1: over `points` >= 3 places on [low, high], refined about the best.
RatioWitness largest_ratio(
    const LogDensity& p, const LogDensity& q, double low, double high, int points = 2001);
/// d = 1: the smallest epsilon >= 0 at which the integral of (p - e^epsilon q)+ over [low, high],
/// by the midpoint rule on `points` cells, is at most delta, in either order of p and q: what the
/// pair costs, from below. The rule's own error is taken off, by comparison with half as many
/// cells. Throws ConfigError unless 0 < delta < 1, low < high and points >= 2.
double epsilon_between(const LogDensity& p,
                       const LogDensity& q,
                       double delta,
                       double low,
                       double high,
                       int points = 100000);

}  // namespace dpsco
