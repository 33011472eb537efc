// Exact density ratios of perturbed minimisers. Golden losses (1.68, .840) and the distance 1.9989:
// an independent program for the same pair of records, to the digits shown.
#include "privacy/audit/density_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/random.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"
#include "privacy/audit/testing/perturbed_plane.hpp"

namespace dpsco {

namespace {

using Vector = Eigen::VectorXd;
using Kind = NoiseLaw::Kind;
using testing::dvp_loss, testing::plane, testing::Ridge;

/// The integral of (p - e^epsilon q)+ over [low, high] in one dimension, by the midpoint rule.
double delta_between(const LogDensity& p,
                     const LogDensity& q,
                     double epsilon,
                     double low,
                     double high,
                     int points = 20000) {
  const double step = (high - low) / points;
  double sum = 0;
  for (int i = 0; i < points; ++i) {
    const Vector x = Vector::Constant(1, low + (i + 0.5) * step);
    sum += std::max(0.0, std::exp(p(x)) - std::exp(epsilon + q(x)));
  }
  return sum * step;
}

}  // namespace

TEST_CASE("DVP with zeta = ahat loses 1.68 of a budget of 1; with zeta = ahat/2 it loses .840") {
  const double ahat = 1 - 2 * std::log1p(0.25 / 3);
  double difference = 0;
  CHECK(std::abs(dvp_loss(ahat, difference) - 1.68) < 0.005);
  CHECK(std::abs(difference - 1.9989) < 2e-4);
  CHECK(dvp_loss(ahat, difference) > 1);
  CHECK(std::abs(dvp_loss(ahat / 2, difference) - 0.840) < 0.002);
}

TEST_CASE(
    "penalty perturbation loses less than its tight bound, and that less than the "
    "published one") {
  // f minimises sum loss C/B + 2 eta V ||f||^2/2 + <linear, f> + 2 eta V <b, f>, noise rate alpha.
  Stream stream({6, 1});
  for (int trial = 0; trial < 40; ++trial) {
    const double records = 1 + 20 * stream.uniform(), eta = 0.2 + stream.uniform(),
                 neighbours = 1 + double(stream.below(4)), alpha = 0.5 + 3 * stream.uniform(),
                 regulariser = 0.5 + stream.uniform(), c1 = 0.25,
                 ridge = regulariser + 2 * eta * neighbours;
    if (!(2 * c1 < records * ridge)) continue;
    const auto unit = [&] {
      const double angle = 6.283185307179586 * stream.uniform();
      return plane(std::cos(angle), std::sin(angle));
    };
    Ridge first{.u = {unit(), unit()}, .weight = 1 / records, .ridge = ridge, .linear = unit()};
    Ridge second = first;
    second.u[1] = -first.u[1];
    const NoiseLaw noise{Kind::exponential_l2, 1 / alpha};
    const double scale = 2 * eta * neighbours;
    std::vector<Vector> outputs;
    outputs.reserve(300);
    for (int i = 0; i < 300; ++i) outputs.emplace_back(8 * stream.uniform() * unit());
    const double observed =
        largest_ratio(first.perturbed(scale, noise), second.perturbed(scale, noise), outputs)
            .log_ratio;
    const double tight = alpha / (eta * neighbours * records) + std::log1p(c1 / (records * ridge));
    const double published = (1.4 * c1 + alpha) / (eta * neighbours * records);
    CHECK(observed <= tight);
    CHECK(tight <= published);
    CHECK(observed > 0.1 * tight);
  }
}

TEST_CASE(
    "output perturbation: Laplace noise loses its epsilon exactly, half the noise is caught") {
  const Vector here = Vector::Constant(1, 0.2), there = Vector::Constant(1, 1.2);
  const auto ratio = [&](double scale) {
    const NoiseLaw noise{Kind::laplace, scale};
    return largest_ratio(output_perturbation(here, noise), output_perturbation(there, noise), -5, 5)
        .log_ratio;
  };
  CHECK(near(ratio(2), 0.5, 1e-12));
  CHECK(ratio(1) > 0.5 + 0.4);
  const NoiseLaw normal{Kind::gaussian, 1};  // no pure epsilon: the ratio grows with the range
  CHECK(largest_ratio(output_perturbation(here, normal), output_perturbation(there, normal), -9, 9)
            .log_ratio > 9);
}

TEST_CASE("output perturbation: delta of Gaussian noise by integration is the closed form") {
  const NoiseLaw normal{Kind::gaussian, 2};
  const LogDensity p = output_perturbation(Vector::Constant(1, 1), normal),
                   q = output_perturbation(Vector::Constant(1, 0), normal);
  for (const double epsilon : {0.0, 0.3, 1.0})
    CHECK(near(delta_between(p, q, epsilon, -30, 30), std::exp(log_gdp_delta(epsilon, 0.5)), 1e-4));
  CHECK(std::abs(delta_between(p, q, -50, -30, 30) - 1) < 1e-9);  // p is normalised
}

TEST_CASE(
    "objective perturbation in one dimension: the density is normalised and the claim holds "
    "only with the curvature paid for") {
  // One record +-1, ridge lambda, Laplace noise of scale b on the linear term: the noise part costs
  // 2/b (both slopes near -1 cannot be: at most 1 apart here), the Jacobian log(1 + 1/(4 lambda)).
  const double lambda = 0.05;
  Ridge first{.u = {Vector::Constant(1, 1)}, .ridge = lambda, .linear = Vector::Zero(1)};
  Ridge second = first;
  second.u.clear();  // zero_out
  const NoiseLaw noise{Kind::laplace, 4};
  const LogDensity p = first.perturbed(1, noise), q = second.perturbed(1, noise);
  CHECK(std::abs(delta_between(p, q, -200, -3000, 3000, 600000) - 1) < 1e-4);
  const double loss = largest_ratio(p, q, -60, 60).log_ratio;
  const double noise_part = 1.0 / 4, jacobian = std::log1p(0.25 / lambda);
  CHECK(loss > noise_part);  // a claim of the noise part alone is refuted
  CHECK(loss <= noise_part + jacobian);
  CHECK(loss > 0.8 * (noise_part + jacobian));
}

TEST_CASE(
    "noise laws: exponential noise of one dimension is Laplace noise, of three integrates to one") {
  const NoiseLaw l2{Kind::exponential_l2, 0.7}, l1{Kind::laplace, 0.7};
  CHECK(near(
      l2.log_density(Vector::Constant(1, 0.3)), l1.log_density(Vector::Constant(1, 0.3)), 1e-14));
  double sum = 0;
  for (int i = 0; i < 20000; ++i) {
    const double r = 0.002 * (i + 0.5);
    sum += 4 * 3.141592653589793 * r * r * std::exp(l2.log_density(Vector{{r, 0, 0}})) * 0.002;
  }
  CHECK(near(sum, 1, 1e-6));
}

TEST_CASE("density ratios: mistakes are named") {
  const NoiseLaw noise{Kind::laplace, 1};
  const LogDensity p = output_perturbation(Vector::Zero(1), noise);
  CHECK_THROWS_AS((void)output_perturbation(Vector::Zero(1), {Kind::laplace, 0}), ConfigError);
  CHECK_THROWS_AS((void)largest_ratio(p, p, std::span<const Vector>{}), ConfigError);
  CHECK_THROWS_AS((void)largest_ratio(p, p, 1, 0), ConfigError);
  CHECK_THROWS_AS((void)epsilon_between(p, p, 0.1, 1, 1), ConfigError);
  CHECK_THROWS_AS((void)epsilon_between(p, p, 0, 0, 1), ConfigError);
}

}  // namespace dpsco
