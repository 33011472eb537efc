// One use of a sampled Gaussian mechanism, by integrating its definition.
#pragma once

#include <boost/math/quadrature/exp_sinh.hpp>

#include "privacy/oracle/number.hpp"

namespace dpsco::oracle {

/// delta(epsilon) = int (p - e^epsilon q)_+ with p the mixture (1-q) N(0) + q N(1) and q N(0), or
/// the reverse if `add`; exp-sinh quadrature from where the integrand starts. pre: not (add and
/// e^-epsilon <= 1 - rate), where it is 0.
inline Number sampled_step_delta(const Number& rate,
                                 const Number& ratio,
                                 const Number& epsilon,
                                 bool add) {
  const Number variance = ratio * ratio, level = exp(add ? -epsilon : epsilon);
  const Number cut = variance * log((level - 1 + rate) / rate) + Number(1) / 2;
  const auto density = [&](const Number& x) {
    return Number(exp(-x * x / (2 * variance)) / (ratio * sqrt(2 * pi())));
  };
  boost::math::quadrature::exp_sinh<Number> integrator(9);
  return integrator.integrate([&](const Number& t) {
    const Number x = add ? Number(cut - t) : Number(cut + t);
    if (abs(x) > 40 * ratio + 40) return Number(0);
    const Number r = 1 - rate + rate * exp((2 * x - 1) / (2 * variance));
    return Number(density(x) * (add ? Number(1 - exp(epsilon) * r) : Number(r - exp(epsilon))));
  });
}

}  // namespace dpsco::oracle
