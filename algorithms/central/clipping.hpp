// Per-record clipping of generalised linear gradients: slope * x scaled to norm at most C.
#pragma once

#include <algorithm>
#include <cmath>

#include "framework/problem/matrix.hpp"

namespace dpsco {

/// The factor t with clip_C(slope x) = t x: slope itself if |slope| ||x|| <= C, else +-C/||x||.
/// pre: C > 0.
template <class Row>
double clipped_slope(double slope, const Row& row, double C) {
  const double size = std::abs(slope) * std::sqrt(squared_norm(row));
  return size > C ? slope * (C / size) : slope;
}

}  // namespace dpsco
