// Where did a noisy series change its level? E-divisive means (Matteson and James 2014) with
// Student's t test for its permutation test, as Hunter (Fleming, Kolaczkowski et al. 2023) does:
// deterministic, and the same answer tomorrow.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dpsco {

struct ChangePointOptions {
  double level = 0.001;   ///< largest p of a change
  std::size_t least = 8;  ///< shorter series have no change points
};

struct ChangePoint {
  std::size_t at = 0;            ///< first value of the new level
  double before = 0, after = 0;  ///< means of the two segments
  double p = 1;                  ///< pooled t test of the two segments
};

/// Splits at the largest energy distance between the two sides as long as a t test at ten times the
/// level allows (a split between two changes still looks weak), then joins neighbours again,
/// weakest first, until every p is at most the level. Segments have at least two values. O(n^2) a
/// split. pre: finite values.
std::vector<ChangePoint> change_points(std::span<const double> series,
                                       const ChangePointOptions& options);

}  // namespace dpsco
