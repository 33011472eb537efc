// The privacy curve of a composition, bounded from above and below, in log delta.
#pragma once

#include <vector>

#include "privacy/numeric/pld_compose.hpp"

namespace dpsco {

/// One bound of log delta(epsilon), by sums over the tail of a tilted law; a query costs well under
/// a microsecond, its inverse a few.
class PldBound {
 public:
  enum class Side { upper, lower };
  PldBound(const TiltedSum& sum, Side side);

  /// Bound of log delta at epsilon (any real number); -infinity if it vanishes.
  double log_delta(double epsilon) const;
  /// Upper: the smallest epsilon >= 0 found with delta(epsilon) <= delta, from above; infinite if
  /// none. Lower: an epsilon >= 0 below which no mechanism with this pair is private at delta.
  double epsilon(double log_delta) const;

 private:
  double direct(double epsilon) const;

  Side side_;
  double lambda_, log_scale_, origin_, step_;
  double outside_;        ///< times the largest weight that mass anywhere can have
  double log_lost_;       ///< log P(infinite loss), rounded to the safe side
  double shift_;          ///< the safe side of rounding in loss, >= 0
  double log_slack_ = 0;  ///< and in log delta, relative parts aside
  /// With x the distance from lattice point i upwards: sums over points above of mass
  /// e^(-lambda x) (1 - e^-x), and of mass e^(-(lambda+1) x), the point itself included.
  std::vector<double> excess_{}, decayed_{};
  /// Lower bound only: (loss, best bound of log delta there or above) at spread lattice points,
  /// from the top. Far below the tilt the sums underflow, where delta is at least what it is higher
  /// up.
  struct Anchor {
    double loss, log_delta;
  };
  std::vector<Anchor> anchors_{};
};

}  // namespace dpsco
