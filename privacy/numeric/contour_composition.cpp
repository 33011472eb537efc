#include "privacy/numeric/contour_composition.hpp"

#include <cmath>

namespace dpsco {

CompositionLaws::CompositionLaws(const Composition& composition, double c, double y)
    : squared_mu_(composition.squared_mu), c_(c), y_(y) {
  double total = 0;
  for (const SampledStep& step : composition.steps) total += step.count;
  for (const SampledRange& range : composition.ranges)
    for (const RatioCount& node : range.ratios.nodes) total += std::abs(node.count);
  const double precision = quadrature_nats + std::log1p(total);
  for (const SampledStep& step : composition.steps) add(step, precision);
  for (const SampledRange& range : composition.ranges)
    for (const RatioCount& node : range.ratios.nodes)
      add({.pair = range.pair, .rate = range.rate, .ratio = node.ratio, .count = node.count},
          precision);
}

void CompositionLaws::add(const SampledStep& step, double precision) {
  laws_.push_back({loss_points(step, {.c = c_, .y = y_, .precision = precision}), step.count});
  overflowed_ = overflowed_ || laws_.back().points.overflowed;
  size_ += laws_.back().points.size();
}

LogMoment CompositionLaws::at(double c) const {
  const double v = squared_mu_;
  LogMoment k{.value = v * c * (c + 1) / 2, .slope = v * (c + 0.5), .curvature = v};
  for (const auto& [points, count] : laws_) {
    const LogMoment m = log_moment(points, c);
    k.value += count * m.value;
    k.slope += count * m.slope;
    k.curvature += count * m.curvature;
  }
  return k;
}

}  // namespace dpsco
