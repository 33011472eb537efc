#include "framework/core/laplace_uniform.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dpsco {

namespace {

/// In units of 1/rate: below this width the uniform part is lost in rounding.
constexpr double no_width = 1e-9;

/// 2 z p(y) at unit rate inside [0, z]: 2 - e^{-y} - e^{-(z-y)} without cancellation.
double inside(double y, double z) {
  return -std::expm1(-y) - std::expm1(y - z);
}

double log_unit_density(double y, double z) {
  if (z < no_width) return -std::abs(y) - std::numbers::ln2;
  if (y < 0 || y > z) return std::log(-std::expm1(-z) / (2 * z)) - (y < 0 ? -y : y - z);
  return std::log(inside(y, z) / (2 * z));
}

/// P(Y <= y) for y <= z/2.
double lower_half(double y, double z) {
  if (y < 0) return std::exp(y) * (z < no_width ? 0.5 : -std::expm1(-z) / (2 * z));
  if (z < no_width) return 0.5;
  // [2y + e^{-y} - e^{-(z-y)}] / (2z), written about the middle: no cancellation for small z, no
  // overflow for large.
  const double u = y - z / 2;
  const double bend =
      z < 1 ? std::exp(-z / 2) * std::sinh(u) : (std::exp(u - z / 2) - std::exp(-u - z / 2)) / 2;
  return 0.5 + (u - bend) / z;
}

}  // namespace

double LaplaceUniform::log_density(double y) const {
  return std::log(rate) + log_unit_density(rate * y, rate * width);
}

double LaplaceUniform::cdf(double y) const {
  const double z = rate * width, x = rate * y;
  return x <= z / 2 ? lower_half(x, z) : 1 - lower_half(z - x, z);
}

double LaplaceUniform::loss(double y, double shift) const {
  const double z = rate * width, x = rate * y, e = rate * shift;
  if (x <= 0) return e;
  if (x >= z + e) return -e;
  double value = 0;
  if (z >= no_width && e <= x && x <= z) {
    // Both densities are of the middle form: their difference first, then the logarithm.
    const double change = std::exp(-x) * std::expm1(e) + std::exp(x - z) * std::expm1(-e);
    value = std::log1p(change / inside(x - e, z));
  } else {
    value = log_unit_density(x, z) - log_unit_density(x - e, z);
  }
  return std::clamp(value, -e, e);
}

}  // namespace dpsco
