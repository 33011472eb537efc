#include "suites/claims/network_experiments.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "framework/core/special.hpp"
#include "suites/claims/small_network.hpp"

namespace dpsco {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Losses (a_i/2)(x - b_i)^2 on a random network, and the constants of Theorems 3.1' to 3.3'.
struct Quadratics {
  Stream stream;
  MatrixXd L{};        ///< Laplacian
  MatrixXd inverse{};  ///< its pseudoinverse
  VectorXd a{}, b{};
  double optimum = 0;
  double sigma2 = 0, largest = 0;  ///< smallest non-zero and largest eigenvalue of L
  double m = 0, ell = 0, rho0 = 0, zeta = 0, D = 0, r = 0, delta = 0;

  explicit Quadratics(std::uint64_t seed, bool linearised) : stream({seed, 31}) {
    L = network_laplacian(random_network(stream));
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solved(L);
    sigma2 = solved.eigenvalues()(1);
    largest = solved.eigenvalues()(network_agents - 1);
    const MatrixXd ones = MatrixXd::Constant(network_agents, network_agents, 1.0 / network_agents);
    inverse = (L + ones).ldlt().solve(MatrixXd::Identity(network_agents, network_agents)) - ones;
    a = VectorXd(network_agents);
    b = VectorXd(network_agents);
    for (int i = 0; i < network_agents; ++i) {
      a(i) = 0.5 + stream.uniform();
      b(i) = 4 * stream.uniform() - 2;
    }
    optimum = a.dot(b) / a.sum();
    m = a.minCoeff();
    ell = a.maxCoeff();
    const double strong = 2 * m * ell / (m + ell), smooth = 2 / (m + ell);
    rho0 = 1 / largest;
    zeta = 0.5 * rho0;
    r = std::sqrt(strong * rho0 / ((linearised ? 8 : 4) * largest));
    const double wide = std::pow(rho0 + r, 2) * largest;
    if (linearised) {
      D = 2 * (rho0 * largest + m + ell + strong / 2);
      const double spare = 1 - (rho0 * largest + m + ell + strong / 2) / D;
      delta = std::min({strong / (4 * D),
                        smooth * zeta * sigma2 / 8,
                        spare / (2 + 4 * D / (zeta * sigma2)),
                        rho0 * zeta * sigma2 / (8 * wide),
                        sigma2 * (rho0 - zeta) / (4 * zeta * largest)});
    } else {
      D = 2 * rho0 * largest;
      delta = std::min({strong / (2 * D),
                        smooth * zeta * sigma2 / 4,
                        zeta * sigma2 * (1 - rho0 * largest / D) / (4 * D),
                        zeta * sigma2 * rho0 / (8 * wide),
                        sigma2 * (rho0 - zeta) / (4 * zeta * largest)});
    }
  }

  /// V = D ||x - x*||^2 + ||lambda - lambda*||^2/zeta.
  double potential(const VectorXd& x, const VectorXd& multipliers) const {
    const VectorXd e = x - VectorXd::Constant(network_agents, optimum);
    const VectorXd at_optimum = a.cwiseProduct(VectorXd::Constant(network_agents, optimum) - b);
    const VectorXd mu = multipliers - at_optimum;  // A^T (lambda - lambda*)
    return D * e.squaredNorm() + mu.dot(inverse * mu) / zeta;
  }

  /// One round; `noise_rate` 0: none.
  void step(VectorXd& x, VectorXd& multipliers, bool linearised, double noise_rate) {
    const VectorXd apart = L * x;
    VectorXd next(network_agents);
    for (int i = 0; i < network_agents; ++i) {
      const double rho = rho0 + r * (2 * stream.uniform() - 1);
      next(i) = linearised
                    ? x(i) - (rho * apart(i) + a(i) * (x(i) - b(i)) - multipliers(i)) / D
                    : (a(i) * b(i) + multipliers(i) - rho * apart(i) + D * x(i)) / (a(i) + D);
      if (noise_rate > 0) next(i) += laplace_noise(stream, noise_rate);
    }
    x = next;
    multipliers -= zeta * (L * x);
  }
};

}  // namespace

double admm_contraction_share(bool linearised, std::uint64_t seed) {
  Quadratics world(seed, linearised);
  VectorXd x = VectorXd::Zero(network_agents), multipliers = x;
  double worst = 0, before = world.potential(x, multipliers);
  for (int k = 0; k < 100; ++k) {
    world.step(x, multipliers, linearised, 0);
    const double now = world.potential(x, multipliers);
    worst = std::max(worst, now * (1 + world.delta) / before);
    before = now;
  }
  return worst;
}

double admm_floor_share(std::uint64_t seed) {
  Quadratics world(seed, true);
  VectorXd x = VectorXd::Zero(network_agents), multipliers = x;
  double sum = 0;
  for (int k = 0; k < 4000; ++k) {
    world.step(x, multipliers, true, 1);
    if (k >= 2000) sum += world.potential(x, multipliers) / 2000;
  }
  const double injected = 2 * (network_agents * world.D + 2 * world.zeta * network_edges);
  return sum / ((1 + world.delta) / world.delta * injected);
}

double descent_share(std::uint64_t seed) {
  constexpr int rounds = 200, runs = 20;
  constexpr double rate = 20, eta = 0.05, G = 1, spread = 0.3, variance = spread * spread / 3;
  Stream stream({seed, 34});
  const MatrixXd W = metropolis_weights(random_network(stream));
  const MatrixXd identity = MatrixXd::Identity(network_agents, network_agents),
                 mean = MatrixXd::Constant(network_agents, network_agents, 1.0 / network_agents);
  const auto norm = [](const MatrixXd& symmetric) {
    return Eigen::SelfAdjointEigenSolver<MatrixXd>(symmetric).eigenvalues().cwiseAbs().maxCoeff();
  };
  const double q =
      std::sqrt(std::pow(norm(W - mean), 2) + variance * std::pow(norm(identity - W), 2));
  VectorXd b(network_agents);
  for (int i = 0; i < network_agents; ++i) b(i) = 4 * stream.uniform() - 2;
  const auto f = [&](double x) { return (1 + (x - b.array()).square()).sqrt().mean(); };
  double low = -2, high = 2;  // the derivative's sign change
  for (int k = 0; k < 100; ++k) {
    const double x = (low + high) / 2;
    (((x - b.array()) / (1 + (x - b.array()).square()).sqrt()).sum() < 0 ? low : high) = x;
  }
  double gap = 0;
  for (int run = 0; run < runs; ++run) {
    VectorXd x = VectorXd::Zero(network_agents);
    for (int k = 0; k < rounds; ++k) {
      gap += (f(x.mean()) - f(low)) / (rounds * runs);
      const VectorXd apart = x - W * x;
      for (int i = 0; i < network_agents; ++i) {
        const double away = x(i) - b(i);
        x(i) += -(1 + spread * (2 * stream.uniform() - 1)) * apart(i) -
                eta * away / std::sqrt(1 + away * away) + laplace_noise(stream, rate);
      }
    }
  }
  const double N = network_agents;
  const double S = std::sqrt(N) * (eta * G + std::sqrt(2.0) / rate) / (1 - q);
  const double bound = low * low / (2 * eta * rounds) + eta * G * G / 2 +
                       1 / (eta * N * rate * rate) + 2 * G * S / std::sqrt(N) +
                       variance * std::pow(norm(identity - W) * S, 2) / (2 * N * N * eta);
  return gap / bound;
}

double accumulated_noise_share(int rounds, std::uint64_t seed) {
  Stream stream({seed, 41});
  const MatrixXd W = metropolis_weights(random_network(stream));
  const MatrixXd mean = MatrixXd::Constant(network_agents, network_agents, 1.0 / network_agents);
  const double q =
      Eigen::SelfAdjointEigenSolver<MatrixXd>(W - mean).eigenvalues().cwiseAbs().maxCoeff();
  MatrixXd power = MatrixXd::Identity(network_agents, network_agents);
  VectorXd variance = VectorXd::Zero(network_agents);
  for (int k = 0; k < rounds; ++k) {
    variance += power.rowwise().squaredNorm();
    power = W * power;
  }
  return std::sqrt(variance.maxCoeff() / (double(rounds) / network_agents + 1 / (1 - q * q)));
}

double largest_coordinate_share(int d) {
  constexpr int points = 20000;
  constexpr double step = 12.0 / points;
  double sum = 0;  // integral of P(max > t)
  for (int i = 0; i < points; ++i) {
    const double t = step * (i + 0.5);
    // 2 Phi(t) - 1 = 1 - 2 Phi(-t)
    sum += step * -std::expm1(d * std::log1p(-2 * std::exp(log_normal_cdf(-t))));
  }
  return sum / std::sqrt(2 * std::log(2.0 * d));
}

}  // namespace dpsco
