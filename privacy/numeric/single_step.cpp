#include "privacy/numeric/single_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/core/special.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Relative error of epsilon that covers log_gdp_delta's, and of log delta per unit of it.
constexpr double safety = 2e-12;

double log_delta_of_add(double epsilon, double q, double mu) {
  const double rest = q - (1 - q) * std::expm1(epsilon);  // 1 - E (1 - q)
  if (!(rest > 0)) return -infinity;
  return std::log(rest) + log_gdp_delta(epsilon + std::log(q / rest), mu);
}

}  // namespace

Bracket single_step_epsilon(const SampledStep& step, double delta) {
  const double q = step.rate, mu = 1 / step.ratio;
  double epsilon = 0;
  if (step.pair == SampledPair::poisson_add) {
    const double log_delta = std::log(delta);
    if (log_delta_of_add(0, q, mu) <= log_delta) return {};
    double low = 0, high = -std::log1p(-q);
    for (int k = 0; k < 200 && high - low > 1e-16 * high; ++k) {
      const double middle = low + (high - low) / 2;
      (log_delta_of_add(middle, q, mu) > log_delta ? low : high) = middle;
    }
    epsilon = high;
  } else {
    if (delta >= q) return {};
    const double inner = gdp_epsilon(mu, delta / q);
    epsilon = inner > 600 ? inner + std::log(q) : std::log1p(q * std::expm1(inner));
  }
  return {.lower = epsilon * (1 - safety), .upper = epsilon * (1 + safety)};
}

double single_step_total_variation(const SampledStep& step) {
  const double shift = step.pair == SampledPair::poisson_replace ? 2 : 1;
  return step.rate * std::erf(shift / step.ratio / std::sqrt(8.0)) * (1 + safety);
}

}  // namespace dpsco
