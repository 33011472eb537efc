#include "privacy/accountants/fixed_size_renyi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// The expansion serves moderate orders; beyond, the envelope is the better bound anyway.
constexpr int largest_order = 256;

double log_add(double a, double b) {
  const double high = std::max(a, b), low = std::min(a, b);
  return low == -infinity ? high : high + std::log1p(std::exp(low - high));
}

/// log M_j from the even ones, computed once each; cache[i] holds M_{2i}.
double log_moment_of(std::vector<double>& cache, double squared_distance, std::size_t j) {
  while (2 * (cache.size() - 1) < j + 1) {
    const auto next = int(2 * cache.size());
    cache.push_back(log_even_moment(std::sqrt(squared_distance), next));
  }
  if (j % 2 == 0) return cache[j / 2];
  return (cache[(j - 1) / 2] + cache[(j + 1) / 2]) / 2;
}

}  // namespace

double log_even_moment(double s, int j) {
  // The integrand peaks near x = j s (weight e^{j(j-1)s^2/2}) and around 0, and is entire.
  constexpr double step = 0.25;
  double largest = -infinity, sum = 0;
  const auto last = static_cast<long>(std::ceil((12 + double(j) * s) / step));
  for (long k = -static_cast<long>(12 / step); k <= last; ++k) {
    const double x = double(k) * step, y = s * x - s * s / 2;
    const double log_ratio =
        y > 30 ? y + std::log1p(-std::exp(-y)) : std::log(std::abs(std::expm1(y)));
    const double term = double(j) * log_ratio - x * x / 2;
    if (term > largest) {
      sum = sum * std::exp(largest - term) + 1;
      largest = term;
    } else if (term > largest - 50) {
      sum += std::exp(term - largest);
    }
  }
  return largest + std::log(sum * step) - std::log(2 * std::numbers::pi) / 2;
}

FixedSizeRenyi::FixedSizeRenyi(double q, double absent, double replaced)
    : q_(q),
      absent_(absent),
      replaced_(replaced),
      moments_{-infinity, 0},
      coefficients_{-infinity, -infinity},
      absent_moments_{0},
      replaced_moments_{0} {}

double FixedSizeRenyi::log_coefficient(std::size_t j) {
  while (coefficients_.size() <= j) {
    const std::size_t next = coefficients_.size();
    const double n = double(next);
    double apart = infinity;
    if (next == 2) {
      // 2 e^R - 2 e^{R - D/2} = 2 e^R (1 - e^{-D/2})
      apart = std::numbers::ln2 + absent_ + std::log(-std::expm1(-replaced_ / 2));
    } else {
      apart = std::min(std::numbers::ln2 + n * (n - 1) * absent_ / 2,
                       n * std::numbers::ln2 + log_moment_of(absent_moments_, absent_, next));
    }
    const double versions = log_moment_of(replaced_moments_, replaced_, next);
    coefficients_.push_back(log_add(std::log1p(-q_) + apart, std::log(q_) + versions));
  }
  return coefficients_[j];
}

double FixedSizeRenyi::log_moment(int order) {
  while (moments_.size() <= std::size_t(order)) {
    const auto a = moments_.size();
    double log_excess = -infinity, log_binomial = std::log(double(a));
    for (std::size_t j = 2; j <= a; ++j) {
      log_binomial += std::log(double(a - j + 1) / double(j));
      log_excess = log_add(log_excess, log_binomial + double(j) * std::log(q_) + log_coefficient(j));
    }
    moments_.push_back(log_add(0, log_excess));
  }
  return moments_[std::size_t(order)];
}

double FixedSizeRenyi::divergence(double alpha) {
  if (!(alpha <= largest_order)) return infinity;
  const int below = int(alpha);
  const double fraction = alpha - below;
  const double moment =
      fraction == 0 ? log_moment(below)
                    : (1 - fraction) * log_moment(below) + fraction * log_moment(below + 1);
  return moment / (alpha - 1);
}

}  // namespace dpsco
