// Relative comparison without a hidden absolute part: doctest::Approx adds 1 to the scale, so there
// 5e-13 equals 1e-20 at a "relative" tolerance of 1e-12.
#pragma once

#include <cmath>

namespace dpsco {

/// |value - expected| <= tolerance * |expected|; false for NaN; equal infinities are near.
inline bool near(double value, double expected, double tolerance) {
  return value == expected || std::abs(value - expected) <= tolerance * std::abs(expected);
}

}  // namespace dpsco
