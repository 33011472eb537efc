#include "algorithms/decentralised/realised.hpp"

#include <algorithm>
#include <cmath>

namespace dpsco {

namespace {

/// log density at y in units of 1/rate, up to a constant; z = rate * width.
double log_shape(double y, double z) {
  if (z < 1e-9) return -std::abs(y);  // no uniform part left but rounding
  if (y < 0) return std::log(-std::expm1(-z)) + y;
  if (y > z) return std::log(-std::expm1(-z)) - (y - z);
  return std::log(-std::expm1(-y) - std::expm1(y - z));
}

}  // namespace

double realised_loss(double rate, double width, double y, double shift) {
  const double z = rate * width, at = rate * y, e = rate * shift, here = log_shape(at, z);
  const double loss =
      std::max(std::abs(here - log_shape(at - e, z)), std::abs(here - log_shape(at + e, z)));
  return std::min(loss, e);
}

}  // namespace dpsco
