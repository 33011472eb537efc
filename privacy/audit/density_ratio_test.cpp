#include "privacy/audit/density_ratio.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/random.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Kind = NoiseLaw::Kind;

/// Derivatives of log(1 + e^{-m}).
double slope(double m) {
  return -1 / (1 + std::exp(m));
}
double curvature(double m) {
  return 1 / (2 + 2 * std::cosh(m));
}

/// sum_n loss(<w, u_n>) weight + (ridge/2) ||w||^2 + <linear, w>, u_n = y_n x_n with norm <= 1.
struct Ridge {
  std::vector<Vector> u{};
  double weight = 1, ridge = 1;
  Vector linear{};

  Vector gradient(const Vector& w) const {
    Vector g = ridge * w + linear;
    for (const Vector& row : u) g += weight * slope(row.dot(w)) * row;
    return g;
  }
  LogDensity perturbed(double scale, const NoiseLaw& noise) const {
    return objective_perturbation([*this](const Vector& w) { return gradient(w); },
                                  [*this](const Vector& w) -> Matrix {
                                    Matrix h = ridge * Matrix::Identity(w.size(), w.size());
                                    for (const Vector& row : u)
                                      h += weight * curvature(row.dot(w)) * row * row.transpose();
                                    return h;
                                  },
                                  scale,
                                  noise);
  }
};

Vector plane(double x, double y) {
  return Vector{{x, y}};
}

/// One agent's DVP step of Zhang and Zhu with B/C (rho + 2 eta N) = 3: in units of C/B the
/// objective is sum loss(<f, u_n>) + (3/2) ||f||^2 + <linear, f>, the noise enters as <b, f>.
/// budget 1, so ahat = 1 - 2 log(1 + (1/4)/3) = 0.840. Two records, one replaced: at f = (300, 0)
/// both loss slopes are -1 and the records are all but opposite.
struct Dvp {
  double loss(double rate, double& pull) const {
    const double d = 0.03, r = 1 / std::hypot(1, d);
    const Vector kept = plane(0.6, 0.8), old_record = r * plane(-d, 1),
                 new_record = r * plane(-d, -1);
    const Vector at = plane(300, 0);
    Ridge first{.u = {kept, old_record}, .weight = 1, .ridge = 3, .linear = plane(0, 0)};
    Ridge second = first;
    second.u[1] = new_record;
    // What the neighbours broadcast is public and the adversary's choice: it puts the noise that
    // explains `at` on one line with the difference.
    first.linear = second.linear = -second.gradient(at);
    pull = (first.gradient(at) - second.gradient(at)).norm();
    const NoiseLaw noise{Kind::exponential_l2, 1 / rate};
    std::vector<Vector> outputs;
    Stream stream({1, 2});
    for (int i = 0; i < 500; ++i)
      outputs.push_back(at + plane(stream.uniform() - 0.5, stream.uniform() - 0.5));
    outputs.push_back(at);
    return largest_ratio(first.perturbed(1, noise), second.perturbed(1, noise), outputs).log_ratio;
  }
};

}  // namespace

TEST_CASE(
    "T8: DVP with zeta = ahat loses 1.68 of a budget of 1; with zeta = ahat/2 it loses .840") {
  const double ahat = 1 - 2 * std::log1p(0.25 / 3);
  double difference = 0;
  CHECK(std::abs(Dvp{}.loss(ahat, difference) - 1.68) < 0.005);
  CHECK(std::abs(difference - 1.9989) < 2e-4);
  CHECK(Dvp{}.loss(ahat, difference) > 1);
  CHECK(std::abs(Dvp{}.loss(ahat / 2, difference) - 0.840) < 0.002);
}

TEST_CASE(
    "T8: penalty perturbation loses less than its tight bound, and that less than the "
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
    for (int i = 0; i < 300; ++i) outputs.push_back(8 * stream.uniform() * unit());
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
  CHECK_THROWS_AS((void)delta_between(p, p, 0, 1, 1), ConfigError);
}

}  // namespace dpsco
