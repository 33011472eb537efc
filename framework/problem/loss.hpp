// Losses of generalised linear models: l(w; x, y) = phi(<w, x>, y) with phi convex in its first
// argument. Constants follow from public bounds on the data alone: a G measured on
// private data would be a release of its own.
#pragma once

#include <limits>

#include "framework/core/interface.hpp"

namespace dpsco {

/// What must be declared about the data before a loss can state its constants.
struct DataBounds {
  double row_norm = 1;      ///< ||x||_2 <= row_norm for every possible record
  double radius = 10;       ///< R: ||w|| <= R wherever a method projects; the reference's ball
  double row_norm_1 = 0;    ///< ||x||_1 <= row_norm_1; 0: only sqrt(d) row_norm is known
  double row_norm_inf = 0;  ///< ||x||_inf <= row_norm_inf; 0: only row_norm is known
};

/// Constants of w -> phi(<w, x>, y) over all admissible records, from DataBounds.
struct LossConstants {
  double lipschitz = std::numeric_limits<double>::infinity();  ///< G over R^d; inf if unbounded
  double lipschitz_on_ball = std::numeric_limits<double>::infinity();  ///< G over ||w|| <= R
  double smoothness =
      std::numeric_limits<double>::infinity();  ///< L: per record; inf if not smooth
  double hessian_trace = std::numeric_limits<double>::infinity();  ///< bound on tr of any Hessian
};

struct Loss : Interface {
  virtual double value(double a, double y) const = 0;      ///< phi(a, y) >= 0
  virtual double slope(double a, double y) const = 0;      ///< d phi / da
  virtual double curvature(double a, double y) const = 0;  ///< d2 phi / da2 (a.e.), >= 0
  virtual LossConstants constants(const DataBounds& bounds) const = 0;
  /// l2 weight lambda >= 0 of the regulariser (lambda/2)||w||^2, which depends on no record.
  virtual double regularisation() const { return 0; }
};

}  // namespace dpsco
