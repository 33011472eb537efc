#include "privacy/numeric/contour_tail.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "privacy/numeric/contour_law.hpp"

namespace dpsco {

DecayBound::DecayBound(const LossPoints& points, const SampledStep& step, double c)
    : DecayBound(points, step, step.ratio, c) {}

DecayBound::DecayBound(const LossPoints& points, const SampledStep& step, double high, double c)
    : points_(points) {
  const std::size_t n = points.size();
  const double log_m = log_moment(points, c).value, q = step.rate;
  const double v_low = 1 / (high * high), v_high = 1 / (step.ratio * step.ratio);
  /// log of the density of N(-v_low/2, v_low) over that of N(-v_high/2, v_high), if negative.
  const auto common = [&](double loss) {
    const double w = loss > 600 ? loss - std::log(q) : std::log1p(std::expm1(loss) / q);
    return std::min(
        0.0,
        std::log(v_high / v_low) / 2 - w * w / 2 * (1 / v_low - 1 / v_high) - (v_low - v_high) / 8);
  };
  double smoothness = 1;
  for (const Branch& branch : points.branches) {
    const double zeta = branch.sign * c + branch.offset;
    smoothness = std::max(smoothness, 1 + std::abs(zeta + 1) / 4 * v_high);
    auto& law = tilted_.emplace_back();
    law.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double shared = high > step.ratio ? common(points.loss[i]) : 0;
      law.push_back(std::exp(zeta * points.loss[i] + points.log_weight[i] - log_m + shared));
    }
  }
  smoothness *= v_high / v_low;
  const double slack = std::exp(points.largest_gap * points.largest_gap / 8 * smoothness);
  // A sum over branches: sup p_1 + sup p_2 <= 2 sup (p_1 + p_2).
  const double variations = (high > step.ratio ? 12.0 : 4.0) * double(points.branches.size());
  // From the right, sup p of all points from i on; a cut wherever it has grown by half. What is not
  // kept, atoms included, is 1 minus what is.
  double sup = 0, kept = 0, recorded = 0;
  const auto cut = [&] {
    cuts_.push_back({std::max(0.0, 1 - kept) + 1e-12, variations * slack * sup});
    recorded = sup;
  };
  for (std::size_t i = n; i-- > 0;) {
    double density = 0, here = 0;
    for (const auto& law : tilted_) {
      density += law[i] / (points.width[i] * points.slope[i]);
      here += law[i];
    }
    if (density > sup) {
      if (sup > 1.5 * recorded && kept > 1e-9) cut();
      sup = density;
    }
    kept += here;
  }
  cut();
}

double DecayBound::squares(double cell) const {
  const std::size_t n = points_.size();
  double total = 0;
  for (const auto& law : tilted_) {
    std::size_t begin = 0;
    while (begin + 1 < n) {
      const double start = points_.loss[begin];
      double mass = law[begin] / 2, first = 0, second = 0;
      std::size_t end = begin + 1;
      for (; end < n && points_.loss[end] - start <= cell; ++end) {
        const double d = points_.loss[end] - start;
        mass += law[end];
        first += law[end] * d;
        second += law[end] * d * d;
      }
      const std::size_t last = end - 1, count = end - begin;
      if (count >= 5) {
        const double d = points_.loss[last] - start, half = law[last] / 2;
        mass -= half;
        first -= half * d;
        second -= half * d * d;
        if (mass > 0)
          total += (count >= 9 ? 0.9 : 0.5) * std::max(0.0, second - first * first / mass);
      }
      begin = std::max(last, begin + 1);
    }
  }
  return total;
}

double DecayBound::between(double low, double high) const {
  // 1 - cos t >= falls t^2 on |t| <= angle, falls = (1 - cos angle) / angle^2.
  double gap = 0;
  for (const auto& [angle, falls] :
       {std::pair{std::numbers::pi, 2 / std::numbers::pi / std::numbers::pi},
        std::pair{1.0, 0.4596}})
    gap = std::max(gap, falls * low * low * squares(angle / high));
  return std::max(-std::log1p(-std::min(gap, 0.5)), beyond(low));
}

double DecayBound::beyond(double low) const {
  double smallest = 1;
  for (const Cut& cut : cuts_) smallest = std::min(smallest, cut.atom + cut.variation / low);
  return smallest < 1 ? -std::log(smallest) : 0;
}

}  // namespace dpsco
