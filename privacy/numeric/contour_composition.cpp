#include "privacy/numeric/contour_composition.hpp"

#include <cmath>

namespace dpsco {

CompositionLaws::CompositionLaws(const Composition& composition, double c, double y)
    : composition_(&composition), c_(c), y_(y) {
  double total = 0;
  for (const SampledStep& step : composition.steps) total += std::abs(step.count);
  // Quadrature errors of all steps together stay below e^-38 relative.
  const double precision = 38 + std::log1p(total);
  for (const SampledStep& step : composition.steps) {
    laws_.push_back(loss_points(step, {.c = c, .y = y, .precision = precision}));
    overflowed_ = overflowed_ || laws_.back().overflowed;
    size_ += laws_.back().size();
  }
}

LogMoment CompositionLaws::at(double c) const {
  const double v = composition_->squared_mu;
  LogMoment k{.value = v * c * (c + 1) / 2, .slope = v * (c + 0.5), .curvature = v};
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const LogMoment m = log_moment(laws_[i], c);
    const double count = composition_->steps[i].count;
    k.value += count * m.value;
    k.slope += count * m.slope;
    k.curvature += count * m.curvature;
  }
  return k;
}

}  // namespace dpsco
