#include "privacy/accountants/subsampled_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include <boost/math/quadrature/gauss.hpp>

#include "framework/core/log_sum.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Terms below e^-45 of the largest are dropped: 1e-20, times a few hundred terms.
constexpr double negligible = 45;
/// The base peak, around x = 0, is summed over |x| <= 10.5 rho: the rest is below e^-55.
constexpr double base_reach = 10.5;
/// Past this position (in rho) of the far peak, sampling no longer matters to a double.
constexpr double far_away = 1e7;

/// log of a sum of exponentials, one term at a time.
class LogSum {
 public:
  void add(double log_term) {
    if (log_term == -infinity) return;
    if (log_term > largest_) {
      sum_ = sum_ * std::exp(largest_ - log_term) + 1;
      largest_ = log_term;
    } else {
      sum_ += std::exp(log_term - largest_);
    }
  }
  double largest() const { return largest_; }
  double value() const { return sum_ > 0 ? largest_ + std::log(sum_) : -infinity; }

 private:
  double largest_ = -infinity, sum_ = 0;
};

/// log(1 + q (e^y - 1)), accurate for small q and any y.
double log_ratio(double q, double y) {
  if (y < 30) return std::log1p(q * std::expm1(y));
  return y + std::log(q + (1 - q) * std::exp(-y));
}

/// log(r^beta - 1 - beta (r - 1)) - log r as a function of l = log r: with b = beta - 1 it is
/// log(expm1(b l) + b expm1(-l)), whose linear terms cancel: a series where both are small.
double log_bregman(double beta, double l) {
  const double b = beta - 1, a = b * l;
  if (l == 0) return -infinity;
  if (a > 700) return a;
  if (std::abs(l) < 0.05 && std::abs(a) < 0.05) {
    // b sum_{k >= 2} l^k / k! (b^{k-1} + (-1)^k), at most 9 terms for 1e-17
    double sum = 0, term = l, power = 1, sign = -1;
    for (int k = 2; k <= 10; ++k) {
      term *= l / k;
      power *= b;
      sign = -sign;
      sum += term * (power + sign);
    }
    return std::log(b * sum);
  }
  return std::log(std::expm1(a) + b * std::expm1(-l));
}

/// The largest fixed point of z = (alpha / rho) w(z), w = dlog r/dy at y = z/rho - 1/(2 rho^2): the
/// rightmost peak of r^alpha N_0. The iteration falls monotonically from alpha / rho.
double far_peak(double q, double rho, double alpha) {
  const double log_odds = std::log(q) - std::log1p(-q);
  double z = alpha / rho;
  for (int i = 0; i < 10000; ++i) {
    const double y = z / rho - 1 / (2 * rho * rho);
    const double next = alpha / rho / (1 + std::exp(-(y + log_odds)));
    if (z - next < 0.01 || next < base_reach) return next;
    z = next;
  }
  return z;
}

/// Sums cells first..last of the base peak and what lies beyond it, outward from the far peak.
/// `cell(k)` is a logarithm; cells are consecutive in x.
template <class Cell>
double sum_cells(std::int64_t first, std::int64_t last, std::int64_t peak, Cell cell) {
  LogSum sum;
  for (std::int64_t k = first; k <= last; ++k) sum.add(cell(k));
  // From the far peak to both sides; the log integrand falls, has one valley at most, and ends.
  std::int64_t covered = std::numeric_limits<std::int64_t>::max();
  if (peak > last) {
    for (std::int64_t k = peak; k > last; --k) {
      const double term = cell(k);
      sum.add(term);
      covered = k;
      if (term < sum.largest() - negligible) break;
    }
    for (std::int64_t k = peak + 1;; ++k) {
      const double term = cell(k);
      sum.add(term);
      if (!(term >= sum.largest() - negligible)) break;
    }
  }
  for (std::int64_t k = last + 1; k < covered; ++k) {
    const double term = cell(k);
    sum.add(term);
    if (!(term >= sum.largest() - negligible)) break;
  }
  return sum.value();
}

/// log(e^x + 1) / (alpha - 1) for x = log of the excess of e^{(alpha-1) D} over 1.
double divergence_of(double log_excess, double alpha) {
  return log_sum(0, log_excess) / (alpha - 1);
}

double gaussian_divergence(double rho, double alpha) {
  return alpha / (2 * rho * rho);
}

}  // namespace

double log_mixture_excess(double q, double rho, double beta) {
  if (q == 0) return -infinity;
  // In z = x / rho. r vanishes at distance pi rho from the real axis above z0; the integrand has
  // the width of a Gaussian.
  const double z0 = rho * (std::log1p(-q) - std::log(q)) + 1 / (2 * rho),
               peak = far_peak(q, rho, beta);
  const bool two_far_peaks =
      z0 - 40 * rho > base_reach + 2 && (peak < base_reach || peak - 12 > z0 + 40 * rho);
  const double step = two_far_peaks ? 0.6 : std::min(0.6, 0.45 * rho);
  const auto cell = [&](std::int64_t k) {
    const double z = double(k) * step;
    const double l = log_ratio(q, z / rho - 1 / (2 * rho * rho));
    return l + log_bregman(beta, l) - z * z / 2;
  };
  const auto reach = static_cast<std::int64_t>(std::ceil(base_reach / step));
  const double sum = sum_cells(-reach, reach, static_cast<std::int64_t>(peak / step), cell);
  return sum + std::log(step) - std::log(2 * std::numbers::pi) / 2;
}

double poisson_gaussian_divergence(double q, double rho, double alpha) {
  if (q == 0) return 0;
  const double unsampled = gaussian_divergence(rho, alpha);
  if (q == 1 || alpha > far_away * rho) return unsampled;
  return std::min(unsampled, divergence_of(log_mixture_excess(q, rho, alpha), alpha));
}

double envelope_divergence(double q, double rho, double alpha) {
  if (q == 0) return 0;
  const double unsampled = gaussian_divergence(rho, alpha);
  if (q == 1 || alpha > far_away * rho) return unsampled;
  // (r^a - 1)(1 - r^{1-a}) <= r^a - r, whose integral is at most the mixture's excess plus
  // (a - 1) q: little of D for small rho, unless q is below e^{-1/(4 rho^2)} or so, and no fine
  // panels.
  if (rho < 0.1) {
    LogSum sum;
    sum.add(log_mixture_excess(q, rho, alpha));
    sum.add(std::log(q * (alpha - 1)));
    return std::min(unsampled, divergence_of(sum.value(), alpha));
  }
  // In v = (x - 1/2) / rho >= 0, so y = v / rho; Gauss panels, because the integrand ends at v = 0.
  using Gauss = boost::math::quadrature::gauss<double, 20>;
  const double width = std::min(1.5, 3 * rho);
  const auto panel = [&](std::int64_t k) {
    LogSum sum;
    const auto point = [&](double v, double weight) {
      const double l = log_ratio(q, v / rho), a = alpha * l, z = v + 1 / (2 * rho);
      if (!(l > 0)) return;
      const double grown = a > 30 ? a + std::log1p(-std::exp(-a)) : std::log(std::expm1(a));
      sum.add(std::log(weight) + grown + std::log(-std::expm1((1 - alpha) * l)) - z * z / 2);
    };
    const double middle = (double(k) + 0.5) * width;
    for (std::size_t i = 0; i < Gauss::abscissa().size(); ++i) {
      const double offset = Gauss::abscissa()[i] * width / 2, weight = Gauss::weights()[i];
      point(middle - offset, weight);
      point(middle + offset, weight);
    }
    return sum.value();
  };
  const double peak = far_peak(q, rho, alpha) - 1 / (2 * rho);
  const auto last = static_cast<std::int64_t>(std::ceil(base_reach / width));
  const double sum =
      sum_cells(0, last, static_cast<std::int64_t>(std::max(0.0, peak) / width), panel);
  return std::min(
      unsampled,
      divergence_of(sum + std::log(width / 2) - std::log(2 * std::numbers::pi) / 2, alpha));
}

}  // namespace dpsco
