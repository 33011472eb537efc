#include "privacy/numeric/loss_law_quadrature.hpp"

namespace dpsco {

namespace {

/// The g on [low, high] where the monotone `excess` changes sign, from the side where it is <= 0.
template <class Excess>
double crossing(double inside, double outside, Excess excess) {
  for (int i = 0; i < 60; ++i) {
    const double middle = inside + (outside - inside) / 2;
    (excess(middle) > 0 ? inside : outside) = middle;
  }
  return outside;
}

}  // namespace

Trimmed trim(const Segment& segment, double log_top, double log_bottom) {
  Trimmed trimmed{.segment = segment};
  // Half of P0 lies above -mu^2/2, half of P1 below mu^2/2.
  const double mu = segment.scale, mean = mu * mu / 2;
  const double reach = mean + mu * (std::sqrt(-2 * std::min(log_top, log_bottom)) + 4);
  if (std::isinf(segment.high)) {
    const double g = crossing(std::max(segment.low, -mean), reach, [&](double x) {
      return log_tail_above(segment, x) - log_top;
    });
    trimmed.segment.high = g;
    trimmed.log_above = log_tail_above(segment, g);
  }
  if (std::isinf(segment.low)) {
    const double g = crossing(std::min(segment.high, mean), -reach, [&](double x) {
      return log_tail_below(segment, x) - log_bottom;
    });
    trimmed.segment.low = g;
    trimmed.log_below = log_tail_below(segment, g);
  }
  return trimmed;
}

}  // namespace dpsco
