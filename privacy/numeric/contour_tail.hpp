// A bound on how the tilted law's characteristic function decays: what is left out of the contour.
//
// phi(y) = M(c + i y) / M(c) is the characteristic function of the tilted loss law. Two bounds:
//
// Cells. For any disjoint intervals C of length at most angle / y, with mass m and sum of squares
//   S = int_C (l - mean)^2, from 1 - cos t >= falls t^2 for |t| <= angle (2 / pi^2 for pi):
//   |int_C e^{iyl}|^2 <= m^2 - 2 falls y^2 m S,  hence  |phi(y)| <= 1 - falls y^2 sum_C S.
//   S is the trapezoid rule on the quadrature points, half weight at the ends of a cell. Between
//   neighbouring points log density is within gap^2 / 8 times its second derivative of linear, so a
//   tenth of S covers the rule's error with nine points or more and half of S with five to eight;
//   cells with fewer are left out.
//
// Variation. Leave out the mass a of the points below a cut (a near-atom at log(1 - q) for small
//   ratios; an atom at 0). On the rest the density p of the loss has at most two maxima: for the
//   integrand phi r^s it is proportional to phi r^(s + 1) / E, whose logarithmic derivative in x,
//   (-(x + 1) + (s + 1) share(x)) / ratio^2, vanishes where a line meets a sigmoid, so at most
//   three times. Its total variation, end points included, is at most 4 sup p, and
//   |phi(y)| <= a + 4 sup p / y. At a maximum the second derivative of log p in u is at least
//   -(1 + |s + 1| / (4 ratio^2)), so that sup p exceeds its largest value at a point by at most the
//   factor exp(gap^2 / 8 (1 + |s + 1| / (4 ratio^2))).
//
// A range of ratios has both bounds from what all its tilted laws have in common: as functions of w
// (contour_range.hpp) the densities of N(-v/2, v) are, for fixed w, smallest at an end of the range
// of v, and M_v(c) is largest for the smallest ratio. That common part has at most two maxima of
// each end's law and two crossings, so a variation of at most 12 sup p.
#pragma once

#include <vector>

#include "privacy/numeric/sampled_pair.hpp"

namespace dpsco {

class DecayBound {
 public:
  /// Of one law with this rate and ratio. pre: `points` outlives the bound.
  DecayBound(const LossPoints& points, const SampledStep& step, double c);
  /// Of every law with a ratio in [step.ratio, high]; `points` are those of the lowest.
  /// pre: not poisson_replace.
  DecayBound(const LossPoints& points, const SampledStep& step, double high, double c);

  /// A lower bound >= 0 on -log |phi(y)|, for all y in [low, high].
  double between(double low, double high) const;
  /// The same for all y >= low.
  double beyond(double low) const;

 private:
  double squares(double cell) const;

  const LossPoints& points_;
  std::vector<std::vector<double>> tilted_{};  ///< [branch][point]
  struct Cut {
    double atom = 0, variation = 0;
  };
  std::vector<Cut> cuts_{};
};

}  // namespace dpsco
