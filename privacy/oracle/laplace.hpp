// Laplace noise composed: the exact law of the total loss.
//
// With e = sensitivity / scale one loss is +e with mass 1/2, -e with mass exp(-e)/2, and between
// them e (2u - 1) with density (e/2) exp(-e) exp(e u) in u in [0, 1]. With k of T losses between,
// their sum is an Irwin-Hall variable, tilted: a polynomial on every unit interval.
#pragma once

#include <algorithm>
#include <vector>

#include <boost/math/quadrature/gauss.hpp>

#include "privacy/oracle/number.hpp"

namespace dpsco::oracle {

/// Density of the sum of k uniform variables at u.
inline Number irwin_hall(int k, const Number& u) {
  Number sum = 0, choose = 1, factorial = 1;
  for (int j = 1; j < k; ++j) factorial *= j;
  for (int j = 0; j <= k && u > j; ++j) {
    sum += choose * pow(Number(u - j), k - 1);
    choose *= Number(j - k) / (j + 1);
  }
  return sum / factorial;
}

/// delta(epsilon) of `count` uses.
inline Number laplace_delta(const Number& scale, int count, const Number& epsilon) {
  const Number e = 1 / scale;
  Number delta = 0;
  std::vector<Number> factorial{1};
  for (int i = 1; i <= count; ++i) factorial.push_back(factorial.back() * i);
  const auto gain = [&](const Number& loss) {
    return loss > epsilon ? Number(1 - exp(epsilon - loss)) : Number(0);
  };
  for (int k = 0; k <= count; ++k)
    for (int plus = 0; plus + k <= count; ++plus) {
      const int minus = count - k - plus;
      const Number weight = factorial[std::size_t(count)] /
                            (factorial[std::size_t(k)] * factorial[std::size_t(plus)] *
                             factorial[std::size_t(minus)]) *
                            pow(Number(2), -count) * pow(e, k) * exp(-e * (k + minus));
      if (k == 0) {
        delta += weight * gain(e * (plus - minus));
        continue;
      }
      const auto integrand = [&](const Number& u) {
        return Number(exp(e * u) * irwin_hall(k, u) * gain(e * (plus - minus + 2 * u - k)));
      };
      const Number cut = (epsilon / e - plus + minus + k) / 2;
      for (int piece = 0; piece < k; ++piece) {
        const Number low = std::max(cut, Number(piece));
        if (low < piece + 1)
          delta += weight * boost::math::quadrature::gauss<Number, 20>::integrate(
                                integrand, low, Number(piece + 1));
      }
    }
  return delta;
}

/// D_alpha of one use at sensitivity / scale = e, from its three pieces.
inline Number laplace_renyi(const Number& e, const Number& alpha) {
  return log(alpha / (2 * alpha - 1) * exp((alpha - 1) * e) +
             (alpha - 1) / (2 * alpha - 1) * exp(-alpha * e)) /
         (alpha - 1);
}

}  // namespace dpsco::oracle
