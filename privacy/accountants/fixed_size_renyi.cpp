#include "privacy/accountants/fixed_size_renyi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "framework/core/log_sum.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// The expansion serves moderate orders; beyond, the envelope is the better bound anyway.
constexpr int largest_order = 256;

/// log of the j-th absolute moment from the even ones, computed once each: cache[i] is the 2i-th.
template <class EvenMoment>
double log_moment_of(std::vector<double>& cache, std::size_t j, EvenMoment even) {
  while (2 * (cache.size() - 1) < j + 1) cache.push_back(even(int(2 * cache.size())));
  if (j % 2 == 0) return cache[j / 2];
  return (cache[(j - 1) / 2] + cache[(j + 1) / 2]) / 2;
}

/// log int phi(x) |g(x)|^j over [low, high] by the trapezoid rule; log_g(x) = log |g(x)|.
template <class LogFunction>
double log_moment_integral(double low, double high, int j, LogFunction log_g) {
  constexpr double step = 0.25;
  double largest = -infinity, sum = 0;
  const auto last = static_cast<long>(std::ceil(high / step));
  for (auto k = static_cast<long>(std::floor(low / step)); k <= last; ++k) {
    const double x = double(k) * step;
    const double term = double(j) * log_g(x) - x * x / 2;
    if (term > largest) {
      sum = sum * std::exp(largest - term) + 1;
      largest = term;
    } else if (term > largest - 50) {
      sum += std::exp(term - largest);
    }
  }
  return largest + std::log(sum * step) - std::log(2 * std::numbers::pi) / 2;
}

}  // namespace

double log_even_moment(double s, int j) {
  // The integrand is entire. On either side of its zero it is log-concave with curvature >= 1, and
  // its peaks lie in [-sqrt(j), j s + sqrt(j)] (at +-sqrt(j) for small s): 12 further out at most
  // e^-72 of it is left.
  const double root = std::sqrt(double(j));
  return log_moment_integral(-12 - root, 12 + root + double(j) * s, j, [s](double x) {
    const double y = s * x - s * s / 2;
    return y > 30 ? y + std::log1p(-std::exp(-y)) : std::log(std::abs(std::expm1(y)));
  });
}

double log_even_sinh_moment(double s, int j) {
  const double reach = 12 + std::sqrt(double(j)) + double(j) * s;  // likewise
  return log_moment_integral(-reach, reach, j, [s](double x) {
    const double y = std::abs(s * x);
    return y > 30 ? y - std::numbers::ln2 : std::log(std::sinh(y));
  });
}

FixedSizeRenyi::FixedSizeRenyi(double q, double absent, double replaced)
    : q_(q),
      absent_(absent),
      replaced_(replaced),
      moments_{-infinity, 0},
      coefficients_{-infinity, -infinity},
      replaced_moments_{0},
      sinh_moments_{0} {}

double FixedSizeRenyi::log_worst_triangle(std::size_t j) {
  const auto n = double(j);
  // Opposite ends of a diameter, or the equilateral triangle: |b - b'| / 2 is half its side.
  const bool opposite = replaced_ > absent_;
  const double half = std::sqrt(absent_) / (opposite ? 1 : 2),
               exponent = opposite ? -n / 2 : n * (n - 1) / 2 - n * n / 8;
  const double sinh_moment =
      log_moment_of(sinh_moments_, j, [half](int k) { return log_even_sinh_moment(half, k); });
  const double triangle = n * std::numbers::ln2 + exponent * absent_ + sinh_moment;
  const double worst = opposite ? triangle : std::max(triangle, log_versions(j));
  // Likewise |x - y|^j <= x^j + y^j.
  return j % 2 == 0 ? worst : std::min(worst, std::numbers::ln2 + n * (n - 1) * absent_ / 2);
}

double FixedSizeRenyi::log_versions(std::size_t j) {
  const auto n = double(j);
  const double even = log_moment_of(
      replaced_moments_, j, [s = std::sqrt(replaced_)](int k) { return log_even_moment(s, k); });
  // |x - 1|^j <= x^j + 1 is the better bound of an odd moment where they grow fast.
  return j % 2 == 0 ? even : std::min(even, log_sum(0, n * (n - 1) * replaced_ / 2));
}

double FixedSizeRenyi::log_coefficient(std::size_t j) {
  while (coefficients_.size() <= j) {
    const std::size_t next = coefficients_.size();
    // 2 e^R - 2 e^{R - D/2} = 2 e^R (1 - e^{-D/2})
    const double apart = next == 2
                             ? std::numbers::ln2 + absent_ + std::log(-std::expm1(-replaced_ / 2))
                             : log_worst_triangle(next);
    coefficients_.push_back(log_sum(std::log1p(-q_) + apart, std::log(q_) + log_versions(next)));
  }
  return coefficients_[j];
}

double FixedSizeRenyi::log_moment(int order) {
  while (moments_.size() <= std::size_t(order)) {
    const auto a = moments_.size();
    double log_excess = -infinity, log_binomial = std::log(double(a));
    for (std::size_t j = 2; j <= a; ++j) {
      log_binomial += std::log(double(a - j + 1) / double(j));
      log_excess =
          log_sum(log_excess, log_binomial + double(j) * std::log(q_) + log_coefficient(j));
    }
    moments_.push_back(log_sum(0, log_excess));
  }
  return moments_[std::size_t(order)];
}

double FixedSizeRenyi::divergence(double alpha) {
  if (!(alpha <= largest_order)) return infinity;
  const int below = int(alpha);
  const double fraction = alpha - below;
  const double moment = fraction == 0
                            ? log_moment(below)
                            : (1 - fraction) * log_moment(below) + fraction * log_moment(below + 1);
  return moment / (alpha - 1);
}

}  // namespace dpsco
