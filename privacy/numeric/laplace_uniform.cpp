#include "privacy/numeric/laplace_uniform.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "framework/core/laplace_uniform.hpp"

namespace dpsco {

double mixture_gamma0(double z) {
  return z == 0 ? 1 : -2 * std::expm1(-z / 2) / z;
}

double mixture_gamma(double z, double e) {
  const LaplaceUniform unit{.rate = 1, .width = z};
  const auto integrand = [&](double y) {
    return std::exp(unit.log_density(y)) * std::abs(unit.loss(y, e));
  };
  // The loss is e below 0 and -e above z + e; between them it changes form at e and z and sign in
  // the middle.
  std::array<double, 5> ends{0, std::min(z, e), (z + e) / 2, std::max(z, e), z + e};
  double sum = e * mixture_worst_probability(z, e);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i)
    if (ends[i] < ends[i + 1])
      sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(
          integrand, ends[i], ends[i + 1], 12, 1e-13);
  return sum / e;
}

double mixture_worst_probability(double z, double e) {
  const double left = z == 0 ? 0.5 : -std::expm1(-z) / (2 * z);
  return left * (1 + std::exp(-e));
}

double mixture_kappa(double z) {
  if (z == 0) return 1;
  // arccosh(1 + x) = log(1 + x + sqrt(x (2 + x))) with 1 + x = e^{z/2}.
  double arccosh = z / 2 + std::numbers::ln2;
  if (z < 600) {
    const double x = std::expm1(z / 2);
    arccosh = std::log1p(x + std::sqrt(x * (2 + x)));
  }
  // A series below: the closed form loses the digits of 1 - kappa.
  if (z < 1e-4) return 1 - z / 3 + z * z / 15;
  return 2 * std::sqrt(-std::expm1(-z)) * arccosh / z - 1;
}

double mixture_information_times_variance(double z) {
  return (2 + z * z / 12) * mixture_kappa(z);
}

double mixture_delta(double z, double e, double epsilon) {
  if (epsilon >= e) return 0;
  const LaplaceUniform unit{.rate = 1, .width = z};
  // The loss falls from e to -e on [0, z + e]: the set {loss > epsilon} is y < root.
  double low = 0, high = z + e;
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (unit.loss(middle, e) > epsilon ? low : high) = middle;
  }
  return std::max(0.0, unit.cdf(low) - std::exp(epsilon) * unit.cdf(low - e));
}

}  // namespace dpsco
