#include "framework/core/special.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double width = 1e-13;  ///< relative width of the final brackets

/// Relative error of a root of log_gdp_delta: its two terms are log Phi(x) ~ x^2/2 with rounding
/// u x^2, and they cancel to about mu / |x|; d log delta / d log epsilon is about x^2, which leaves
/// u |x| / mu, here with a margin.
double rounding_slack(double epsilon, double mu) {
  const double x = std::abs(mu / 2 - epsilon / mu);
  return width + 1e-15 * (1 + x) / std::min(mu, 1.0);
}

/// Bracket of the smallest epsilon with delta(epsilon) <= delta: delta(low) > delta >= delta(high),
/// as computed.
struct Bracket {
  double low = 0, high = 0;
};
Bracket gdp_bracket(double mu, double delta) {
  const double log_delta = std::log(delta);
  if (std::isinf(mu)) return {infinity, infinity};
  if (mu == 0 || log_gdp_delta(0, mu) <= log_delta) return {};
  Bracket b{0, std::max(mu, mu * mu)};
  while (log_gdp_delta(b.high, mu) > log_delta) {
    b.low = b.high;
    b.high *= 2;
    if (std::isinf(b.high)) return {b.low, infinity};
  }
  while (b.high - b.low > width * b.high) {
    const double middle = b.low + (b.high - b.low) / 2;
    (log_gdp_delta(middle, mu) > log_delta ? b.low : b.high) = middle;
  }
  return b;
}

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
  const Bracket b = gdp_bracket(mu, delta);
  if (b.high == 0 || std::isinf(b.high)) return b.high;
  return b.high * (1 + rounding_slack(b.high, mu));
}

double gdp_epsilon_below(double mu, double delta) {
  const Bracket b = gdp_bracket(mu, delta);
  return b.low > 0 && std::isfinite(b.low) ? b.low * std::max(0.0, 1 - rounding_slack(b.low, mu))
                                           : b.low;
}

double gdp_mu(double epsilon, double delta) {
  const double log_delta = std::log(delta);
  double low = 0, high = 1;  // invariant: delta at low <= delta < delta at high
  while (log_gdp_delta(epsilon, high) <= log_delta) {
    low = high;
    high *= 2;
  }
  while (high - low > width * high) {
    const double middle = low + (high - low) / 2;
    (log_gdp_delta(epsilon, middle) <= log_delta ? low : high) = middle;
  }
  return low > 0 ? low * std::max(0.0, 1 - rounding_slack(epsilon, low)) : 0;
}

double harmonic(std::int64_t n) {
  double sum = 0;
  for (std::int64_t k = n; k >= 1; --k) sum += 1 / double(k);  // small terms first
  return sum;
}

}  // namespace dpsco
