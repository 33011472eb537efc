// Gaussian noise and zCDP.
#pragma once

#include <boost/math/tools/minima.hpp>

#include "privacy/oracle/number.hpp"

namespace dpsco::oracle {

/// delta(epsilon) of N(0, 1) against N(mu, 1): the likelihood ratio e^{mu x - mu^2/2} exceeds
/// e^epsilon for x > epsilon/mu + mu/2.
inline Number gaussian_delta(const Number& mu, const Number& epsilon) {
  const Number threshold = epsilon / mu + mu / 2;
  return normal_cdf(mu - threshold) - exp(epsilon) * normal_cdf(-threshold);
}

inline Number gaussian_epsilon(const Number& mu, const Number& delta) {
  return epsilon_at([&](const Number& e) { return gaussian_delta(mu, e); }, delta);
}

/// The noise that makes sensitivity 1 (epsilon, delta)-DP and no less.
inline Number gaussian_noise(const Number& epsilon, const Number& delta) {
  return root(
      [&](const Number& sigma) { return Number(gaussian_delta(1 / sigma, epsilon) / delta - 1); },
      Number("1e-3"),
      Number("1e3"));
}

/// min over alpha > 1 of alpha rho + log(1 - 1/alpha) - log(alpha delta) / (alpha - 1), at least 0.
inline Number zcdp_epsilon(const Number& rho, const Number& delta) {
  const auto at = [&](const Number& u) {
    const Number alpha = 1 + exp(u);
    return Number(alpha * rho + log(1 - 1 / alpha) - log(alpha * delta) / (alpha - 1));
  };
  const auto best = boost::math::tools::brent_find_minima(at, Number(-12), Number(12), 70);
  return best.second > 0 ? best.second : Number(0);
}

}  // namespace dpsco::oracle
