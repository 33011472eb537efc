#include "privacy/numeric/contour_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "privacy/numeric/contour_path.hpp"

namespace dpsco {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double unit = 1.2e-16;  // a little above 2^-53

std::string too_much(std::string_view what) {
  return fmt::format(
      "the contour engine refuses: {}; the loss law is too close to discrete (few steps, a small "
      "rate or ratio). Use 'pld'",
      what);
}

}  // namespace

struct ContourCurve::Sum {
  double log_scale = 0;  ///< all else is in units of its exponential
  double value = 0, slope = 0, absolute = 0, error = 0, excess = 0;
};

ContourCurve::Sum ContourCurve::sum(double epsilon) const {
  Sum s;
  s.log_scale = k_.front().real() - c_ * epsilon;
  double value_re = 0, slope_re = 0;
  for (std::size_t k = 0; k < k_.size(); ++k) {
    const double y = double(k) * h_;
    const double size = std::exp(k_[k].real() - k_.front().real());
    const double angle = k_[k].imag() - y * epsilon;
    // f = size e^(i angle) / (z (z + 1)) with z = c + i y; f z = size e^(i angle) / (z + 1).
    const double norm = c_ * c_ + y * y, norm_1 = (c_ + 1) * (c_ + 1) + y * y;
    const double re = c_ * (c_ + 1) - y * y, im = y * (2 * c_ + 1);
    const double cosine = size * std::cos(angle), sine = size * std::sin(angle);
    const double twice = k == 0 ? 1 : 2;
    const double absolute = twice * size / std::sqrt(norm * norm_1);
    value_re += twice * (cosine * re + sine * im) / (norm * norm_1);
    slope_re -= twice * (cosine * (c_ + 1) + sine * y) / norm_1;
    s.absolute += absolute;
    // An error of the exponent is a factor.
    s.error +=
        absolute * std::expm1(error_[k] + unit * (8 + std::abs(angle) + std::abs(y * epsilon) +
                                                  std::abs(k_[k].imag())));
  }
  const double weight = h_ / (2 * pi);
  s.value = weight * value_re;
  s.slope = weight * slope_re;
  s.error =
      weight *
      (s.error + s.absolute * unit *
                     (double(k_.size()) + std::abs(s.log_scale) + std::abs(k_.front().real())));
  s.absolute *= weight;
  s.error += std::exp(log_tail_ - k_.front().real());
  // What S_h has too much: terms m > 0 by the best c2 > c, terms m < 0 by the best c1 < c.
  double above = infinity, below = infinity;
  for (const auto& [c, k] : chernoff_) {
    const double exponent = 2 * pi * std::abs(c - c_) / h_;
    const double log_term =
        log_chernoff_constant(c) + k - c * epsilon - s.log_scale - std::log(std::expm1(exponent));
    (c > c_ ? above : below) = std::min(c > c_ ? above : below, log_term);
  }
  s.excess = 1.01 * (std::exp(above) + std::exp(below));
  return s;
}

Outcome<ContourCurve> ContourCurve::at_delta(const Composition& composition, double log_delta) {
  return build(composition, log_delta, true);
}
Outcome<ContourCurve> ContourCurve::at_epsilon(const Composition& composition, double epsilon) {
  return build(composition, epsilon, false);
}

Outcome<ContourCurve> ContourCurve::build(const Composition& composition,
                                          double target,
                                          bool is_delta) {
  std::optional<CompositionLaws> laws;
  auto saddle = find_saddle(composition, laws, target, is_delta);
  if (saddle && is_delta && saddle->epsilon < 0) saddle = find_saddle(composition, laws, 0, false);
  if (!saddle) return Skip{too_much("no saddle point within reach")};

  auto curve = along(composition, laws, *saddle);
  if (!curve || !is_delta || saddle->epsilon < 0) return curve;
  // Next to a bump the saddle-point value is far from delta: once more, from the value found.
  const Bracket found = curve->epsilon(target);
  if (std::isinf(found.upper) || std::abs(found.upper - saddle->epsilon) < 0.05 * found.upper)
    return curve;
  saddle->epsilon = found.upper;
  saddle->log_delta = target;
  auto better = along(composition, laws, *saddle);
  return better ? std::move(better) : std::move(curve);
}

Outcome<ContourCurve> ContourCurve::along(const Composition& composition,
                                          std::optional<CompositionLaws>& laws,
                                          const Saddle& saddle) {
  auto line = best_path(composition, laws, saddle);
  if (!line) return Skip{too_much("the quadrature needs too many points")};
  if (!line->affordable())
    return Skip{too_much(fmt::format("it would need {:.3g} nodes", line->nodes()))};

  ContourCurve curve;
  curve.c_ = line->c;
  curve.h_ = line->h;
  for (ChernoffPoint point : line->chernoff) {
    for (const SampledRange& range : composition.ranges)
      if (point.c > 0)
        point.k += InterpolationBound(range.ratios, range.pair, range.rate, point.c).at(0);
    if (std::isfinite(point.k)) curve.chernoff_.push_back(point);
  }
  curve.start_ = std::max(saddle.epsilon, 0.0);
  curve.points_ = line->laws->size();
  std::vector<ContourLine> lines;
  for (const auto& law : line->laws->laws()) lines.emplace_back(law.points, line->c, line->h);
  std::vector<InterpolationBound> remainders;
  for (const SampledRange& range : composition.ranges)
    remainders.emplace_back(range.ratios, range.pair, range.rate, line->c);
  ContourLine::Block block;
  const double last = line->y / line->h;
  for (std::size_t start = 0; double(start) < last; start += ContourLine::block) {
    const auto first = double(start);
    // Where interpolation has no bound the line ends: the rest counts as its tail.
    double remainder = 0;
    for (const InterpolationBound& bound : remainders)
      remainder += bound.at((first + double(ContourLine::block)) * line->h);
    if (!(remainder < 1)) break;
    std::array<std::complex<double>, ContourLine::block> k{};
    std::array<double, ContourLine::block> error{}, largest{};
    for (std::size_t j = 0; j < ContourLine::block; ++j) {
      const std::complex<double> z(line->c, (first + double(j)) * line->h);
      k[j] = composition.squared_mu * z * (z + 1.0) / 2.0;
      error[j] = remainder + unit * 4 * composition.squared_mu * std::norm(z + 1.0);
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const double count = line->laws->laws()[i].count, top = lines[i].log_m_at_c();
      const double relative =
          lines[i].evaluate(first, block) + std::exp(-quadrature_nats) / (1 + std::abs(count));
      for (std::size_t j = 0; j < ContourLine::block; ++j) {
        // Where M nearly vanishes its logarithm is unknown: a value above M and its error, and the
        // whole term counts as error.
        const double least = std::log(std::max(8 * relative, 2e-12));
        if (!(block[j].real() > top + least)) {
          block[j] = {top + least + 0.5, 0};
          error[j] += 2;
        }
        k[j] += count * block[j];
        largest[j] = std::max(largest[j], std::abs(block[j]));
        error[j] += std::abs(count) *
                    (relative * std::exp(top - block[j].real()) + 2 * unit * std::abs(block[j]));
      }
    }
    for (const SampledRange& range : composition.ranges)
      for (std::size_t j = 0; j < ContourLine::block; ++j)
        error[j] += range.ratios.rounding * range.ratios.count * largest[j];
    curve.k_.insert(curve.k_.end(), k.begin(), k.end());
    curve.error_.insert(curve.error_.end(), error.begin(), error.end());
  }
  if (curve.k_.empty())
    return Skip{too_much("the interpolation of its ratios has no useful bound")};
  // The sum of h / |z (z + 1)| over the rest is at most the integral from the last node on.
  const double end = (double(curve.k_.size()) - 1) * line->h;
  const auto edge =
      std::upper_bound(line->edges.begin(), line->edges.end(), end) - line->edges.begin();
  if (edge == 0) return Skip{too_much("the interpolation of its ratios has no useful bound")};
  curve.log_tail_ = line->log_tails[std::size_t(edge - 1)];
  return curve;
}

Bracket ContourCurve::bounds(const Sum& s) {
  const double slack = 1e-15 * (1 + std::abs(s.log_scale));
  const double upper = std::log(s.value + s.error) + s.log_scale + slack;
  const double low = s.value - s.error - s.excess;
  return {.lower = low > 0 ? std::log(low) + s.log_scale - slack : -infinity,
          .upper = std::isnan(upper) ? 0 : std::min(upper, 0.0)};
}

Bracket ContourCurve::log_delta(double epsilon) const {
  return bounds(sum(epsilon));
}

double ContourCurve::looseness(double epsilon) const {
  const Sum s = sum(epsilon);
  return s.value > 0 && s.slope < 0 ? std::log1p(s.error / s.value) * s.value / -s.slope : infinity;
}

double ContourCurve::cancellation(double epsilon) const {
  const Sum s = sum(epsilon);
  return s.absolute / std::abs(s.value);
}

double ContourCurve::solve(double log_delta, bool is_upper, double from) const {
  // [low, high] encloses the crossing; an end that was evaluated is certified, so a wrong step
  // costs tightness, never validity.
  double low = 0, high = infinity, epsilon = from;
  for (int k = 0; k < 120; ++k) {
    const Sum s = sum(epsilon);
    const Bracket at = bounds(s);
    const double value = is_upper ? at.upper : at.lower;
    const bool above = is_upper ? value > log_delta : value >= log_delta;
    (above ? low : high) = epsilon;
    const bool certified = above != is_upper;
    const double slope = -s.slope / s.value;
    const double grain = 3e-16 * std::max(epsilon, 1e-300);
    double next = infinity;
    if (std::isfinite(value) && slope > 0) {
      const double move = (value - log_delta) / slope;
      if (certified && std::abs(move) <= 8 * grain + 4e-15 / slope) break;
      // Once close, land on the certified side.
      const double nudge = std::abs(move) < 1e-8 * epsilon ? grain + 2e-15 / slope : 0;
      next = epsilon + move + (is_upper ? nudge : -nudge);
    }
    if (!(low < next && next < high) || k % 8 == 7)
      next = std::isinf(high) ? 1.5 * low + 1e-3 * start_ + 1e-12 : low + (high - low) / 2;
    if (high - low <= 2 * grain || next == epsilon) break;
    epsilon = next;
  }
  return is_upper ? high : low;
}

Bracket ContourCurve::epsilon(double log_delta) const {
  if (this->log_delta(0).upper <= log_delta) return {.lower = 0, .upper = 0};
  const double upper = solve(log_delta, true, start_);
  const double lower = solve(log_delta, false, std::isinf(upper) ? start_ : upper);
  return {.lower = std::min(lower, upper), .upper = upper};
}

}  // namespace dpsco
