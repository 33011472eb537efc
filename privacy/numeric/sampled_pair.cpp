#include "privacy/numeric/sampled_pair.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/quadrature/gauss.hpp>

namespace dpsco {

namespace {

constexpr std::size_t most_points = 30000;
constexpr int rule = 20;  // Gauss-Legendre points a panel

/// log r and its neighbourhood.
struct Ratio {
  double q, rho;
  double argument(double u) const { return (u - 0.5 / rho) / rho; }
  double log_r(double u) const {
    const double a = argument(u);
    if (a > 600) return std::log(q) + a;
    return q > 0.5 && a < 0 ? std::log((1 - q) + q * std::exp(a)) : std::log1p(q * std::expm1(a));
  }
  /// Share of the shifted component: d log r / d a.
  double share(double u) const {
    const double a = argument(u);
    return a > 600 ? 1 : 1 / (1 + (1 - q) / q * std::exp(-a));
  }
  /// log |r| and arg r at u + i b.
  std::pair<double, double> complex_log_r(double u, double b) const {
    const double a = argument(u), angle = b / rho;
    if (a > 600) return {std::log(q) + a, angle};
    const double e = q * std::exp(a);
    const double re = 1 - q + e * std::cos(angle), im = e * std::sin(angle);
    return {std::log(std::hypot(re, im)), std::atan2(im, re)};
  }
};

/// log |integrand| of M at u + i b without the quadrature's weight, for every branch the largest.
double log_integrand(SampledPair pair, const Ratio& ratio, double u, double b, double c, double y) {
  const auto [size, angle] = ratio.complex_log_r(u, b);
  const double gauss = (b * b - u * u) / 2;
  switch (pair) {
    case SampledPair::poisson_remove:
      return gauss + (1 + c) * size + y * std::abs(angle);
    case SampledPair::poisson_add:
      return gauss - c * size + y * std::abs(angle);
    case SampledPair::without_replacement:
      return gauss + std::max((1 + c) * size, -c * size) + y * std::abs(angle);
    case SampledPair::poisson_replace: {
      const auto [other, other_angle] = ratio.complex_log_r(-u, -b);
      return gauss + (1 + c) * size - c * other + y * (std::abs(angle) + std::abs(other_angle));
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

struct Interval {
  double low, high;
};

/// Outside, the integrand is below exp(-depth) at every Re z in [0, c]. Starts from closed forms
/// that use max(0, a) >= log r >= max(log(1-q), a + log q), then walks inwards.
Interval support(SampledPair pair, const Ratio& ratio, const Reach& reach, double depth) {
  const double q = ratio.q, rho = ratio.rho, c = reach.c;
  const bool rises = pair != SampledPair::poisson_add;
  const bool mirrored = pair == SampledPair::poisson_replace;
  const double plain = std::sqrt(2 * depth);
  double high = plain, low = -plain;
  // -u^2/2 - c log r(u) > -depth bounds u from below on the left.
  const auto left = [&] {
    const double by_atom = std::sqrt(2 * (depth - c * std::log1p(-q)));
    const double by_line =
        c / rho + std::sqrt(c * c / rho / rho + 2 * depth + c / rho / rho - 2 * c * std::log(q));
    return std::min(by_atom, by_line);
  };
  if (rises) {
    const double zeta = 1 + c;
    high = 2 * zeta / rho + plain;
    // log r <= log 2 + max(0, a + log q): without a bump far out the end is much nearer.
    const double extra = mirrored ? -c * std::log1p(-q) : 0;
    const double depth_2 = depth + zeta * std::numbers::ln2 + extra;
    const double bump =
        zeta * zeta / rho / rho + 2 * (depth_2 + zeta * (std::log(q) - 0.5 / rho / rho));
    const double end = bump > 0 ? zeta / rho + std::sqrt(bump) : 0;
    high = std::min(mirrored ? std::max(high, left() + high) : high,
                    std::max(std::sqrt(2 * depth_2), end));
  }
  if (!rises) low = -left();
  if (pair == SampledPair::poisson_replace) low = -high;
  const auto exponent = [&](double u) {
    return std::max(log_integrand(pair, ratio, u, 0, c, 0), log_integrand(pair, ratio, u, 0, 0, 0));
  };
  constexpr double step = 0.25;
  for (int k = 0; k < 4000 && high - step > low && exponent(high - step) < -depth; ++k)
    high -= step;
  for (int k = 0; k < 4000 && low + step < high && exponent(low + step) < -depth; ++k) low += step;
  if (pair == SampledPair::without_replacement) {
    low = 0.5 / rho;
    high = std::max(high, low + 1);
  }
  return {low, high};
}

/// log of sup (or integral) of |integrand| on the line Im u = b over the same on the real line, at
/// the worst corner of the reach.
double log_growth(
    SampledPair pair, const Ratio& ratio, const Reach& reach, Interval range, double b) {
  double worst = 0;
  const double step = std::max(0.4, (range.high - range.low) / 100);
  for (const double c : {0.0, reach.c}) {
    double on_line = -std::numeric_limits<double>::infinity(), on_axis = on_line;
    const auto samples = int((range.high - range.low + 2) / step);
    for (int k = 0; k <= samples; ++k) {
      const double u = range.low - 1 + k * step;
      on_line = std::max(on_line, log_integrand(pair, ratio, u, b, c, reach.y));
      on_axis = std::max(on_axis, log_integrand(pair, ratio, u, 0, c, 0));
    }
    // M >= 1 on the axis; the maximum stands for the integral up to the number of samples.
    worst =
        std::max(worst, on_line + std::log(range.high - range.low + 2) - std::max(on_axis, 0.0));
  }
  return worst;
}

/// Trapezoid step: on the strip |Im u| <= b, where r has no zero for b < pi ratio / 2, the error is
/// at most 2 growth / (exp(2 pi b / step) - 1).
double trapezoid_step(SampledPair pair, const Ratio& ratio, const Reach& reach, Interval range) {
  double best = 0, b = std::min(1.5 * ratio.rho, 1.2 * std::sqrt(2 * reach.precision));
  for (int k = 0; k < 14; ++k) {
    const double growth = log_growth(pair, ratio, reach, range, b);
    const double step = 2 * std::numbers::pi * b / (reach.precision + 4 + growth);
    if (step < best) break;
    best = step;
    b *= 0.7;
  }
  return std::min(best, reach.widest);
}

/// Half width of the panel that starts at u: on the ellipse with foci at its ends and half axes
/// half (t + 1/t) / 2 and b = half (t - 1/t) / 2, the error of the n-point rule is at most
/// 64/15 half sup |f| t^(-2n) / (1 - t^-2).
/// `widest` is tried first, `levels` are logs of lower bounds on M at Re z = 0 and c. 0 if no
/// reasonable panel will do.
double panel_half_width(SampledPair pair,
                        const Ratio& ratio,
                        const Reach& reach,
                        double u,
                        double widest,
                        std::array<double, 2> levels) {
  const double most = 1.5 * ratio.rho;
  double half = widest;
  while (half > 1e-3 * std::min(1.0, ratio.rho)) {
    for (const double share : {2.5, 1.2, 0.5}) {
      const double b = std::min(share * half, most), s = b / half;
      const double t = s + std::sqrt(s * s + 1), long_axis = half * (t + 1 / t) / 2;
      double growth = 0;
      for (const std::size_t corner : {0U, 1U})
        for (const double where : {-1.0, -0.5, 0.0, 0.5, 1.0})
          growth = std::max(growth,
                            log_integrand(pair,
                                          ratio,
                                          u + half + where * long_axis,
                                          b,
                                          corner == 0 ? 0 : reach.c,
                                          reach.y) -
                                levels[corner]);
      if (2 * rule * std::log(t) >= reach.precision + 8 + growth) return half;
    }
    half *= 0.8;
  }
  return 0;
}

/// One point; `noise` gets its share of the sum later.
void add_point(LossPoints& points, SampledPair pair, const Ratio& ratio, double u, double width) {
  const bool mirrored = pair == SampledPair::poisson_replace;
  const double log_r = ratio.log_r(u), share = ratio.share(u);
  double loss = log_r, slope = share, condition = share * std::abs(ratio.argument(u));
  if (mirrored) {
    loss -= ratio.log_r(-u);
    slope += ratio.share(-u);
    condition += ratio.share(-u) * std::abs(ratio.argument(-u)) + std::abs(log_r);
  }
  const double log_weight =
      -u * u / 2 + std::log(width / std::sqrt(2 * std::numbers::pi)) + (mirrored ? log_r : 0);
  points.loss.push_back(loss);
  points.log_weight.push_back(log_weight);
  points.weight.push_back(std::exp(log_weight));
  points.width.push_back(width);
  points.slope.push_back(slope / ratio.rho);
  points.condition.push_back(std::abs(loss) + condition);
  points.noise.push_back(u * u);
}

}  // namespace

double exp_minus_linear(double x) {
  if (std::abs(x) > 0.5) return std::expm1(x) - x;
  double sum = 0;
  for (int j = 14; j >= 3; --j) sum = (sum + 1) * x / j;  // x/3 (1 + x/4 (1 + ...))
  return x * x / 2 * (1 + sum);
}

LossPoints loss_points(const SampledStep& step, const Reach& reach) {
  const Ratio ratio{step.rate, step.ratio};
  LossPoints points;
  const Interval range = support(step.pair, ratio, reach, reach.precision + 2);
  if (step.pair == SampledPair::without_replacement) {
    using Gauss = boost::math::quadrature::gauss<double, rule>;
    const auto& x = Gauss::abscissa();
    const auto& w = Gauss::weights();
    double level = 0;  // the integral is at least a fifth of its maximum for a width of a fifth
    const auto samples = int(4 * (range.high - range.low));
    for (int k = 0; k <= samples; ++k)
      level =
          std::max(level, log_integrand(step.pair, ratio, range.low + 0.25 * k, 0, reach.c, 0) - 2);
    const double widest = std::min(2.0, 6 * reach.widest);
    double h = widest;
    double start = range.low;
    while (start < range.high) {
      h = panel_half_width(step.pair, ratio, reach, start, std::min(widest, 1.6 * h), {0, level});
      if (h == 0 || points.size() + rule > most_points) {
        points.overflowed = true;
        return points;
      }
      const double middle = start + h;
      for (std::size_t i = x.size(); i-- > 0;)
        add_point(points, step.pair, ratio, middle - h * x[i], h * w[i]);
      for (std::size_t i = 0; i < x.size(); ++i)
        add_point(points, step.pair, ratio, middle + h * x[i], h * w[i]);
      points.largest_gap = std::max(points.largest_gap, 0.16 * h);
      start += 2 * h;
    }
  } else {
    const double h = trapezoid_step(step.pair, ratio, reach, range);
    if (!((range.high - range.low) / h <= double(most_points))) {
      points.overflowed = true;
      return points;
    }
    const auto first = int(std::floor(range.low / h)), last = int(std::ceil(range.high / h));
    for (int k = first; k <= last; ++k) add_point(points, step.pair, ratio, k * h, h);
    points.largest_gap = h;
  }
  const auto n = double(points.size());
  for (double& noise : points.noise) noise += 80 + n / 32;

  double excess = 0;  // sum of w (r - 1 - log r)
  if (step.pair != SampledPair::poisson_replace)
    for (std::size_t i = 0; i < points.size(); ++i) {
      // Where r overflows, w r does not.
      const double l = points.loss[i];
      excess +=
          l > 300 ? std::exp(points.log_weight[i] + l) : points.weight[i] * exp_minus_linear(l);
    }
  switch (step.pair) {
    case SampledPair::poisson_remove:
      points.branches = {{1, 1}};
      points.constant = points.slope_z = -excess;
      break;
    case SampledPair::poisson_add:
      points.branches = {{-1, 0}};
      points.slope_z = excess;
      break;
    case SampledPair::without_replacement:
      points.branches = {{1, 1}, {-1, 0}};
      points.constant = -excess;
      break;
    case SampledPair::poisson_replace:
      points.branches = {{1, 0}};
      // E_P[L], L odd: the sum of phi (r(x) - r(-x)) L(x) over x > 0, all terms positive.
      for (std::size_t i = 0; i < points.size(); ++i)
        if (points.loss[i] > 0)
          points.slope_z += points.weight[i] * -std::expm1(-points.loss[i]) * points.loss[i];
      break;
  }
  return points;
}

}  // namespace dpsco
