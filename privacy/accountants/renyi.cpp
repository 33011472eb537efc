#include "privacy/accountants/renyi.hpp"

#include <cmath>

#include <boost/math/special_functions/log1p.hpp>
#include <fmt/format.h>

#include "privacy/accountants/dp_steps.hpp"
#include "privacy/accountants/gdp_composition.hpp"
#include "privacy/accountants/mixture.hpp"

namespace dpsco {

namespace {

/// e^{-x} - 1 + x for x >= 0, without cancellation.
double exponential_remainder(double x) {
  if (x > 0.5) return std::expm1(-x) + x;
  double sum = 0, term = x;
  for (int k = 2; k <= 14; ++k) {
    term *= -x / k;
    sum -= term;
  }
  return sum;
}

}  // namespace

double pure_divergence(double epsilon, double alpha) {
  if (std::isinf(epsilon)) return epsilon;
  if (alpha == 1) return epsilon * std::tanh(epsilon / 2);
  if (alpha * epsilon > 1) {
    const double tail =
        std::log1p(std::exp(-(2 * alpha - 1) * epsilon)) - std::log1p(std::exp(-epsilon));
    return epsilon + tail / (alpha - 1);
  }
  // cosh a / cosh b - 1 = 2 sinh((a + b)/2) sinh((a - b)/2) / cosh b: no cancellation.
  return std::log1p(2 * std::sinh(alpha * epsilon / 2) * std::sinh((alpha - 1) * epsilon / 2) /
                    std::cosh(epsilon / 2)) /
         (alpha - 1);
}

double laplace_divergence(double epsilon, double alpha) {
  if (std::isinf(epsilon)) return epsilon;
  // e^{(a-1) D} = (a e^{(a-1) eps} + (a-1) e^{-a eps}) / (2a - 1), so with x = (2a-1) eps and
  // y = (a-1)/(2a-1) (1 - e^{-x}):  D = eps + log(1 - y)/(a-1), split where eps and y cancel.
  const double x = (2 * alpha - 1) * epsilon;
  const double linear = exponential_remainder(x) / (2 * alpha - 1);
  if (alpha == 1) return linear;
  const double y = (alpha - 1) / (2 * alpha - 1) * -std::expm1(-x);
  return linear + boost::math::log1pmx(-y) / (alpha - 1);
}

Outcome<double> zcdp_rho(const Mechanism& mechanism, Adjacency adjacency) {
  if (const auto* zcdp = std::get_if<Zcdp>(&mechanism)) return zcdp->rho;
  if (const auto* mixture = std::get_if<LaplaceUniformMixture>(&mechanism))
    return mixture_rho(*mixture);
  const Ledger one{.adjacency = adjacency, .events = {{mechanism}}};
  // mu-GDP is post-processing of N(0,1) against N(mu,1), whose D_alpha = alpha mu^2/2.
  const auto mu_squared = squared_mu(one);
  if (mu_squared) return *mu_squared / 2;
  const auto steps = dp_steps(one);
  if (steps && sums(*steps).delta == 0) return sums(*steps).squares / 2;
  return Skip{fmt::format("'{}' has no zCDP bound", name(mechanism))};
}

}  // namespace dpsco
