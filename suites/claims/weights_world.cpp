#include "suites/claims/weights_world.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "framework/core/random.hpp"
#include "privacy/numeric/laplace_uniform.hpp"
#include "suites/claims/small_network.hpp"

namespace dpsco {

namespace {

constexpr int agents = network_agents;
constexpr double curvature = 0.129;  // of regularised logistic regression on Adult, measured (02.7)

}  // namespace

WeightsWorld::Seen WeightsWorld::run() const {
  Stream stream({seed, 7});
  const Eigen::MatrixXd graph = random_network(stream);
  const Eigen::VectorXd degree = graph.rowwise().sum();
  const Eigen::MatrixXd laplacian = network_laplacian(graph);
  const double largest =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(laplacian).eigenvalues().maxCoeff();
  Eigen::MatrixXd W = metropolis_weights(graph);
  if (family == WeightFamily::lazy_convex) W = (W + Eigen::MatrixXd::Identity(agents, agents)) / 2;
  const bool dual = family == WeightFamily::admm || family == WeightFamily::admm_convex;
  const double rho0 = 1 / largest, r = 0.99 * rho0;
  const double D = (family == WeightFamily::admm ? 1.0 : 2 * rho0 * degree.maxCoeff()) + curvature;
  const double step = dual ? 1 / D : 1.5;

  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(agents, coordinates), multipliers = x;
  Seen seen{.weight = 1};
  for (int round = 0; round < rounds; ++round) {
    const Eigen::MatrixXd apart =
        dual ? Eigen::MatrixXd(laplacian * x) : Eigen::MatrixXd(x - W * x);
    Eigen::MatrixXd next = x;
    for (int i = 0; i < agents; ++i)
      for (int l = 0; l < coordinates; ++l) {
        double merged = 0, width = 0, self = 0;
        if (dual) {
          const double rho = rho0 + r * (2 * stream.uniform() - 1);
          merged = x(i, l) - rho * apart(i, l) / D + multipliers(i, l) / D;
          width = 2 * r * std::abs(apart(i, l)) / D;
          self = 1 - degree(i) * rho / D;
        } else if (family == WeightFamily::wide) {
          double low = x(i, l), high = x(i, l);
          for (int j = 0; j < agents; ++j)
            if (graph(i, j) != 0) {
              low = std::min(low, x(j, l));
              high = std::max(high, x(j, l));
            }
          const double centre = x(i, l) - apart(i, l),
                       half = std::max(0.0, std::min(high - centre, centre - low));
          merged = centre + half * (2 * stream.uniform() - 1);
          width = 2 * half;
        } else {
          const double s = 2 * stream.uniform();
          merged = x(i, l) - s * apart(i, l);
          width = 2 * std::abs(apart(i, l));
          self = 1 - s * (1 - W(i, i));
        }
        next(i, l) = merged - step * curvature * x(i, l) + laplace_noise(stream, rate);
        seen.gamma += mixture_gamma0(rate * width);
        seen.weight = std::min(seen.weight, self);
      }
    x = next;
    if (dual) multipliers -= 0.9 * rho0 * laplacian * x;
  }
  seen.gamma /= double(rounds) * agents * coordinates;
  return seen;
}

double WeightsWorld::mean_gamma() const {
  return run().gamma;
}

double WeightsWorld::smallest_weight() const {
  return run().weight;
}

}  // namespace dpsco
