#include "privacy/numeric/contour_tail.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "privacy/numeric/contour_law.hpp"

namespace dpsco {

DecayBound::DecayBound(const LossPoints& points, double c, double ratio) : points_(points) {
  const std::size_t n = points.size();
  const double log_m = log_moment(points, c).value;
  double mass = 0, smoothness = 1;
  for (std::size_t b = 0; b < points.branches.size(); ++b) {
    const Branch& branch = points.branches[b];
    const double zeta = branch.sign * c + branch.offset;
    auto& law = tilted_.emplace_back();
    law.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      law.push_back(std::exp(zeta * points.loss[i] + points.log_weight[i] - log_m));
      mass += law.back();
    }
    smoothness = std::max(smoothness,
                          1 + std::abs(branch.sign * c + branch.offset + 1) / (4 * ratio * ratio));
  }
  // Parts of the law that are no points: the atom at 0.
  const double atom = points.branches.size() > 1 ? std::max(0.0, 1 - mass) + 1e-12 : 1e-15;
  const double slack = std::exp(points.largest_gap * points.largest_gap / 8 * smoothness);
  // A sum over branches: sup p_1 + sup p_2 <= 2 sup (p_1 + p_2).
  const double variations = 4.0 * double(points.branches.size());
  // From the right, sup p of all points from i on; a cut wherever it has grown by half.
  double sup = 0, kept = 0;
  double recorded = 0;
  for (std::size_t i = n; i-- > 0;) {
    double density = 0, here = 0;
    for (const auto& law : tilted_) {
      density += law[i] / (points.width[i] * points.slope[i]);
      here += law[i];
    }
    if (density > sup) {
      if (sup > 1.5 * recorded && kept > 1e-9) {
        cuts_.push_back({atom + std::max(0.0, mass - kept), variations * slack * sup});
        recorded = sup;
      }
      sup = density;
    }
    kept += here;
  }
  cuts_.push_back({atom, variations * slack * sup});
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
