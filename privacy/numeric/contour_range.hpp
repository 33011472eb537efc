// Millions of steps that differ in their noise as a few dozen: Chebyshev interpolation in
// log ratio.
//
// With v = 1 / ratio^2 and w = log of the exponential in r, w ~ N(-v/2, v) and r = 1 - q + q e^w
// does not depend on v. So M_v(z) is analytic in v wherever |arg v| < pi / 2, log M_v(z) in
// s = log v wherever also |M_v(z) - 1| < 1, and
//   sum over t of log M_{v_t}(z) = sum over nodes j of W_j log M_{v_j}(z),  W_j = sum of l_j(s_t),
// up to count times 4 B / (e^(m-1) (e - 1)), B a bound of |log M_v(z)| on the Bernstein ellipse of
// parameter e around the range of s, m the number of nodes (Trefethen 2013, Theorem 8.2).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "privacy/numeric/contour_steps.hpp"
#include "privacy/numeric/sampled_pair.hpp"

namespace dpsco {

/// Steps whose ratios lie in [low, high], with their interpolation nodes and (signed) weights.
struct RatioRange {
  double low = 1, high = 1;
  double count = 0;
  double rounding = 0;  ///< of all weights together, relative to count
  std::vector<RatioCount> nodes{};
};

/// ratio_t = scale * noise[t], each used `repeats` times, in one pass over `noise`, in ranges of
/// half width at most `widest` in log v (narrow ones keep the remainder small next to a bump in K);
/// nothing if that takes more than 10 ranges. Memory: the nodes. pre: noise > 0, scale > 0,
/// widest > 0.
std::optional<std::vector<RatioRange>> interpolate_ratios(std::span<const double> noise,
                                                          double scale,
                                                          double repeats,
                                                          double widest);

/// Bounds on |sum of log M - interpolated sum| on the line Re z = c.
class InterpolationBound {
 public:
  /// pre: not poisson_replace, whose r depends on v.
  InterpolationBound(const RatioRange& range, SampledPair pair, double rate, double c);
  /// For all |Im z| <= y; infinite if none is certain.
  double at(double y) const;

 private:
  /// One ellipse, by the real law that majorises all of its complex ones.
  struct Ellipse {
    double scale = 0;   ///< remainder per unit of |M - 1|
    double factor = 1;  ///< complex densities over the real one
    LossPoints points{};
    std::vector<double> tilted{};  ///< [branch, point] w exp(zeta(c) l)
  };
  double c_;
  std::vector<Ellipse> ellipses_{};
};

}  // namespace dpsco
