// The privacy profile of a composition by a tilted contour integral, with both bounds.
//
// For every real epsilon and c > 0, with K(z) = sum of count log M(z) over the composition,
//   delta(epsilon) = 1/(2 pi i) int_{c - i inf}^{c + i inf} exp(K(z) - z epsilon) / (z (z+1)) dz.
// The trapezoid rule of step h on that line is, by Poisson summation, exactly
//   S_h = sum over m of delta(epsilon + 2 pi m / h) exp(2 pi m c / h),
// all terms >= 0: S_h is an upper bound, and Chernoff bounds on the terms m > 0 (at c2 > c) and
// m < 0 (at c1 < c) bound what it has too much. The rest of the error is the truncated tail
// (contour_tail.hpp) and rounding, both carried along.
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "framework/core/outcome.hpp"
#include "privacy/numeric/contour_path.hpp"

namespace dpsco {

struct Bracket {
  double lower = 0, upper = 0;
};

/// A built curve: immutable, thread-safe. Built near one target, valid everywhere; far from the
/// target its bounds widen.
class ContourCurve {
 public:
  /// Built for epsilon(delta) at this log delta. Skips if the contour would need too much work: the
  /// loss law is too close to discrete (few steps, small rate: the single-jump regime).
  /// pre: log_delta < 0; at least one step, every count > 0 and squared_mu >= 0.
  static Outcome<ContourCurve> at_delta(const Composition& composition, double log_delta);
  /// Built for delta(epsilon). pre: as above, epsilon >= 0.
  static Outcome<ContourCurve> at_epsilon(const Composition& composition, double epsilon);

  /// Bounds on log delta(epsilon), epsilon >= 0; -infinity if nothing positive is certain.
  Bracket log_delta(double epsilon) const;
  /// Bounds on the smallest epsilon >= 0 with delta(epsilon) <= exp(log_delta). The upper one is
  /// infinite if this curve is too far from its target to certify one.
  Bracket epsilon(double log_delta) const;

  /// What the carried errors (truncation, rounding, interpolation) cost the upper epsilon, about.
  double looseness(double epsilon) const;

  double tilt() const { return c_; }
  double step() const { return h_; }
  std::size_t nodes() const { return k_.size(); }
  std::size_t points() const { return points_; }
  /// Sum of |terms| over |sum|: how much cancels on the line.
  double cancellation(double epsilon) const;

 private:
  struct Sum;
  ContourCurve() = default;
  Sum sum(double epsilon) const;
  static Bracket bounds(const Sum& sum);
  /// One side's certified crossing of log delta.
  double solve(double log_delta, bool is_upper, double from) const;
  static Outcome<ContourCurve> build(const Composition& composition, double target, bool is_delta);
  static Outcome<ContourCurve> along(const Composition& composition,
                                     std::optional<CompositionLaws>& laws,
                                     const Saddle& saddle);

  double c_ = 0, h_ = 0;
  std::vector<std::complex<double>> k_{};  ///< [node] K(c + i k h)
  std::vector<double> error_{};            ///< [node] of K, absolute
  std::vector<ChernoffPoint> chernoff_{};
  double log_tail_ = 0;  ///< log of the tail without exp(-c epsilon)
  std::size_t points_ = 0;
  double start_ = 0;  ///< epsilon the search starts at
};

}  // namespace dpsco
