#include "framework/core/special.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Covers the rounding of log_gdp_delta, whose two terms cancel to about mu / |x| of themselves.
constexpr double safety = 1e-13;

}  // namespace

double log_normal_cdf(double x) {
  if (x > 0) return std::log1p(-std::erfc(x / std::numbers::sqrt2) / 2);
  if (x > -36) return std::log(std::erfc(-x / std::numbers::sqrt2) / 2);
  // Mills ratio, asymptotic: the first omitted term is below 1e-17 from |x| = 36 on.
  const double r = 1 / (x * x);
  const double series = 1 - r * (1 - 3 * r * (1 - 5 * r * (1 - 7 * r)));
  return -x * x / 2 - std::log(-x) - std::log(2 * std::numbers::pi) / 2 + std::log(series);
}

double log_gdp_delta(double epsilon, double mu) {
  const double gain = log_normal_cdf(mu / 2 - epsilon / mu);
  const double loss = epsilon + log_normal_cdf(-mu / 2 - epsilon / mu);
  return loss < gain ? gain + std::log(-std::expm1(loss - gain)) : -infinity;
}

double gdp_epsilon(double mu, double delta) {
  const double log_delta = std::log(delta);
  if (std::isinf(mu)) return infinity;
  if (mu == 0 || log_gdp_delta(0, mu) <= log_delta) return 0;
  double low = 0, high = std::max(mu, mu * mu);  // invariant: delta(low) > delta >= delta(high)
  while (log_gdp_delta(high, mu) > log_delta) {
    low = high;
    high *= 2;
    if (std::isinf(high)) return infinity;
  }
  while (high - low > safety * high) {
    const double middle = low + (high - low) / 2;
    (log_gdp_delta(middle, mu) > log_delta ? low : high) = middle;
  }
  return high * (1 + safety);
}

double gdp_mu(double epsilon, double delta) {
  const double log_delta = std::log(delta);
  double low = 0, high = 1;  // invariant: delta at low <= delta < delta at high
  while (log_gdp_delta(epsilon, high) <= log_delta) {
    low = high;
    high *= 2;
  }
  while (high - low > safety * high) {
    const double middle = low + (high - low) / 2;
    (log_gdp_delta(epsilon, middle) <= log_delta ? low : high) = middle;
  }
  return low * (1 - safety);
}

double harmonic(std::int64_t n) {
  double sum = 0;
  for (std::int64_t k = n; k >= 1; --k) sum += 1 / double(k);  // small terms first
  return sum;
}

}  // namespace dpsco
