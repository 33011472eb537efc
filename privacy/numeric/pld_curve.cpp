#include "privacy/numeric/pld_curve.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/log_sum.hpp"

namespace dpsco {

namespace {

constexpr double unit = 0x1p-53;
constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr std::size_t anchor_count = 1024;

/// max over x > 0 of e^(-lambda x) (1 - e^-x).
double peak(double lambda) {
  return std::exp(-lambda * std::log1p(1 / lambda)) / (1 + lambda);
}

}  // namespace

PldBound::PldBound(const TiltedSum& sum, Side side)
    : side_(side),
      lambda_(sum.lambda),
      log_scale_(sum.log_scale),
      origin_(sum.origin),
      step_(sum.step),
      outside_((sum.above + sum.below) * peak(sum.lambda) * (1 + 1e-9)),
      log_lost_(std::log(-std::expm1(sum.log_finite))),
      shift_(sum.shift) {
  const double sign = side == Side::upper ? 1 : -1;
  if (!(outside_ < infinity)) outside_ = infinity;
  log_lost_ += sign * 1e-12;
  const std::size_t n = sum.mass.size();
  // A term goes through as many multiplications as it is away, and is then below e^-745 or near.
  log_slack_ = 8 * unit * double(n) + 1e-14;
  const double decay = std::exp(-lambda_ * step_), fade = std::exp(-step_);
  const double rise = -std::expm1(-step_);
  excess_.resize(n);
  decayed_.resize(n);
  double excess = 0, decayed = 0;
  for (std::size_t i = n; i-- > 0;) {
    excess = decay * (excess + rise * decayed);
    const double mass = sum.mass[i] + sign * sum.error;
    decayed = decay * fade * decayed + (mass > 0 ? mass : 0);
    // Overflow upstream must not look like privacy.
    if (!(mass < infinity)) excess = side == Side::upper ? infinity : 0;
    if (decayed < 1e-290) decayed = side == Side::upper && decayed > 0 ? 1e-290 : 0;
    if (excess < 1e-290) excess = side == Side::upper && excess > 0 ? 1e-290 : 0;
    excess_[i] = excess;
    decayed_[i] = decayed;
  }
  if (side == Side::upper) return;
  double best = -infinity;
  const std::size_t stride = std::max<std::size_t>(1, n / anchor_count);
  for (std::size_t i = n; i > 0; i -= std::min(i, stride)) {
    const double loss = origin_ + double(i - 1) * step_;
    best = std::max(best, direct(loss));
    anchors_.push_back({loss, best});
  }
}

double PldBound::log_delta(double epsilon) const {
  const double here = direct(epsilon);
  // invariant: anchors descend in loss and ascend in log delta
  const auto at = std::partition_point(anchors_.begin(), anchors_.end(), [&](const Anchor& anchor) {
    return anchor.loss >= epsilon;
  });
  return at == anchors_.begin() ? here : std::max(here, (at - 1)->log_delta);
}

double PldBound::direct(double epsilon) const {
  const double sign = side_ == Side::upper ? 1 : -1;
  const double at = epsilon - sign * (shift_ + 4 * unit * std::abs(epsilon));
  const double place = std::floor((at - origin_) / step_) + 1;
  // In logs: far below the window the sum itself would underflow.
  double log_sum_above = -infinity;
  if (place < double(excess_.size())) {
    const auto i = std::size_t(std::max(place, 0.0));
    const double x = std::max(0.0, origin_ + double(i) * step_ - at);
    log_sum_above = std::log(excess_[i] - std::expm1(-x) * decayed_[i]) - lambda_ * x;
  }
  const double log_outside = std::log(outside_);
  if (side_ == Side::upper)
    log_sum_above = log_sum(log_sum_above, log_outside);
  else if (log_sum_above > log_outside)
    log_sum_above += std::log(-std::expm1(log_outside - log_sum_above));
  else
    log_sum_above = -infinity;
  double finite = -infinity;
  if (log_sum_above > -infinity) {
    const double slack =
        log_slack_ +
        8 * unit * (std::abs(log_scale_) + std::abs(lambda_ * at) + std::abs(log_sum_above) + 4);
    finite = log_scale_ - lambda_ * at + log_sum_above + sign * slack;
  }
  return std::min(0.0, log_sum(finite, log_lost_));
}

double PldBound::epsilon(double log_delta) const {
  // invariant: bound(low) > log_delta >= bound(high)
  const auto exceeds = [&](double epsilon) { return this->log_delta(epsilon) > log_delta; };
  double low = 0, high = std::max(origin_ + double(excess_.size()) * step_, step_);
  if (!exceeds(0)) return 0;
  while (exceeds(high)) {
    low = high;
    high *= 2;
    if (std::isinf(high)) return infinity;
  }
  for (int i = 0; i < 100 && high - low > 2e-16 * high; ++i) {
    const double middle = low + (high - low) / 2;
    (exceeds(middle) ? low : high) = middle;
  }
  return side_ == Side::upper ? high : low;
}

}  // namespace dpsco
