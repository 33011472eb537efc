#include "privacy/numeric/loss_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "framework/core/log_sum.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

namespace {

constexpr double overflow = 700;  // e^g is finite below

/// log(1-q + q e^g).
double log_mixture(double q, double g) {
  if (q == 1) return g;
  if (g < overflow) return std::log1p(q * std::expm1(g));
  return g + std::log(q);  // (1-q) e^-g is below e^-700
}

/// The g with log_mixture(q, g) = l; -infinity for l <= log(1-q).
double inverse_mixture(double q, double l) {
  if (q == 1) return l;
  if (l > 1) return l + std::log((1 - (1 - q) * std::exp(-l)) / q);
  const double ratio = std::expm1(l) / q;
  return ratio > -1 ? std::log1p(ratio) : -std::numeric_limits<double>::infinity();
}

/// y = e^g solves q y^2 + (1-q)(1-e^l) y - q e^(l - mu^2) = 0; each branch adds positive terms.
double inverse_replace(double q, double mu, double l) {
  const double b = (1 - q) * -std::expm1(-std::abs(l)), k = q * std::exp(-mu * mu / 2);
  const double root = std::log((b + std::sqrt(b * b + 4 * k * k * std::exp(-std::abs(l)))) / 2);
  const double y = root - std::log(q);  // at l >= 0, in units of e^l
  return l >= 0 ? l + y : l - mu * mu - y;
}

/// log f1(g - shift) for the base law.
double log_base_density(const Segment& segment, double g) {
  if (segment.base == Segment::Base::laplace)
    return (g - segment.scale) / 2 - 2 * std::numbers::ln2;
  const double mu = segment.scale, z = (g - mu * mu / 2) / mu;
  return -z * z / 2 - std::log(mu * std::sqrt(2 * std::numbers::pi));
}

}  // namespace

double loss(const Segment& segment, double g) {
  switch (segment.view) {
    case Segment::View::remove:
      return log_mixture(segment.q, g);
    case Segment::View::add:
      return -log_mixture(segment.q, -g);
    case Segment::View::replace:
      return log_mixture(segment.q, g) - log_mixture(segment.q, -g - segment.scale * segment.scale);
  }
  return 0;
}

double base_loss(const Segment& segment, double l) {
  double g = 0;
  switch (segment.view) {
    case Segment::View::remove:
      g = inverse_mixture(segment.q, l);
      break;
    case Segment::View::add:
      g = -inverse_mixture(segment.q, -l);
      break;
    case Segment::View::replace:
      g = inverse_replace(segment.q, segment.scale, l);
      break;
  }
  return std::clamp(g, segment.low, segment.high);
}

double log_density(const Segment& segment, double g) {
  if (segment.view == Segment::View::add || segment.q == 1) return log_base_density(segment, g);
  // f0 e^L and f1 e^(L-g) are the same; each is taken where it loses no digits to cancellation.
  const double log_ratio = log_mixture(segment.q, g);
  if (g <= 0) return log_base_density(segment, -g) + log_ratio;
  return log_base_density(segment, g) + std::log(segment.q + (1 - segment.q) * std::exp(-g));
}

double log_tail_above(const Segment& segment, double g) {
  const double mu = segment.scale, z = g / mu;
  const double one = log_normal_cdf(mu / 2 - z);
  if (segment.view == Segment::View::add || segment.q == 1) return one;
  return log_sum(std::log1p(-segment.q) + log_normal_cdf(-mu / 2 - z), std::log(segment.q) + one);
}

double log_tail_below(const Segment& segment, double g) {
  const double mu = segment.scale, z = g / mu;
  const double one = log_normal_cdf(z - mu / 2);
  if (segment.view == Segment::View::add || segment.q == 1) return one;
  return log_sum(std::log1p(-segment.q) + log_normal_cdf(z + mu / 2), std::log(segment.q) + one);
}

double steepness_of_p(const Segment& segment, double g) {
  if (segment.base == Segment::Base::laplace) return 0.5;
  // |He_n(z)| <= (|z| + sqrt(n))^n.
  return (std::abs(g / segment.scale - segment.scale / 2) + 4) / segment.scale;
}

double steepness(const Segment& segment, double g) {
  // Q's density is P's times e^-L; a mixture's other components stand mu or 2 mu away, a factor e^g
  // or e^(2g).
  return steepness_of_p(segment, g) + (segment.view == Segment::View::replace ? 2 : 1);
}

}  // namespace dpsco
