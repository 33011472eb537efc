#pragma once

#include <algorithm>
#include <cmath>

namespace dpsco {

/// log(e^a + e^b) without overflow; -infinity stands for a mass of 0.
inline double log_sum(double a, double b) {
  const double top = std::max(a, b);
  return std::isinf(top) ? top : top + std::log1p(std::exp(std::min(a, b) - top));
}

}  // namespace dpsco
