// Perturbed objectives of a few records in two dimensions, and one agent's DVP step at the output
// that gives it away.
#pragma once

#include <cmath>
#include <vector>

#include "framework/core/random.hpp"
#include "privacy/audit/density_ratio.hpp"

namespace dpsco::testing {

/// Derivatives of log(1 + e^{-m}).
inline double slope(double m) {
  return -1 / (1 + std::exp(m));
}
inline double curvature(double m) {
  return 1 / (2 + 2 * std::cosh(m));
}

/// sum_n loss(<w, u_n>) weight + (ridge/2) ||w||^2 + <linear, w>, u_n = y_n x_n with norm <= 1.
struct Ridge {
  std::vector<Eigen::VectorXd> u{};
  double weight = 1, ridge = 1;
  Eigen::VectorXd linear{};

  Eigen::VectorXd gradient(const Eigen::VectorXd& w) const {
    Eigen::VectorXd g = ridge * w + linear;
    for (const Eigen::VectorXd& row : u) g += weight * slope(row.dot(w)) * row;
    return g;
  }
  LogDensity perturbed(double scale, const NoiseLaw& noise) const {
    return objective_perturbation([*this](const Eigen::VectorXd& w) { return gradient(w); },
                                  [*this](const Eigen::VectorXd& w) -> Eigen::MatrixXd {
                                    Eigen::MatrixXd h =
                                        ridge * Eigen::MatrixXd::Identity(w.size(), w.size());
                                    for (const Eigen::VectorXd& row : u)
                                      h += weight * curvature(row.dot(w)) * row * row.transpose();
                                    return h;
                                  },
                                  scale,
                                  noise);
  }
};

inline Eigen::VectorXd plane(double x, double y) {
  return Eigen::VectorXd{{x, y}};
}

/// One agent's DVP step of Zhang and Zhu with B/C (rho + 2 eta N) = 3: in units of C/B the
/// objective is sum loss(<f, u_n>) + (3/2) ||f||^2 + <linear, f>, the noise enters as <b, f>.
/// budget 1, so ahat = 1 - 2 log(1 + (1/4)/3) = 0.840. Two records, one replaced: at f = (300, 0)
/// both loss slopes are -1 and the records are all but opposite. The loss found at noise rate
/// `rate`; pull: how far the two objectives' gradients are apart there.
inline double dvp_loss(double rate, double& pull) {
  const double d = 0.03, r = 1 / std::hypot(1, d);
  const Eigen::VectorXd kept = plane(0.6, 0.8), old_record = r * plane(-d, 1),
                        new_record = r * plane(-d, -1);
  const Eigen::VectorXd at = plane(300, 0);
  Ridge first{.u = {kept, old_record}, .weight = 1, .ridge = 3, .linear = plane(0, 0)};
  Ridge second = first;
  second.u[1] = new_record;
  // What the neighbours broadcast is public and the adversary's choice: it puts the noise that
  // explains `at` on one line with the difference.
  first.linear = second.linear = -second.gradient(at);
  pull = (first.gradient(at) - second.gradient(at)).norm();
  const NoiseLaw noise{NoiseLaw::Kind::exponential_l2, 1 / rate};
  std::vector<Eigen::VectorXd> outputs;
  outputs.reserve(501);
  Stream stream({1, 2});
  for (int i = 0; i < 500; ++i)
    outputs.emplace_back(at + plane(stream.uniform() - 0.5, stream.uniform() - 0.5));
  outputs.push_back(at);
  return largest_ratio(first.perturbed(1, noise), second.perturbed(1, noise), outputs).log_ratio;
}

}  // namespace dpsco::testing
