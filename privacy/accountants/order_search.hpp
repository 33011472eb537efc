// The best Renyi order: every order gives a valid bound, so the search can't make one wrong.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/tools/minima.hpp>

namespace dpsco {

/// Ends of the search in u = log(alpha - 1): alpha - 1 from 2e-9 to 2e17.
inline constexpr double lowest_order = -20, highest_order = 40;

struct BestOrder {
  double value = std::numeric_limits<double>::infinity(), u = 0;  ///< alpha = 1 + e^u
  void offer(double candidate, double at) {
    if (candidate < value) *this = {candidate, at};
  }
};

/// Minimum of value_at(u) over u in [lowest_order, high]. A scan finds the valley also where the
/// function is infinite or flat over most of the range, and ends well up its other side; Brent's
/// method finishes inside it.
template <class Function>
BestOrder best_order(Function value_at, double high) {
  constexpr int cells = 15;
  /// Bits for u: an error of 1e-5 in u costs 1e-10 of epsilon at a smooth minimum.
  constexpr int search_bits = 20;
  const double width = (high - lowest_order) / cells;
  BestOrder best;
  int valley = 0;
  for (int i = 0, uphill = 0; i <= cells && uphill < 2; ++i) {
    const double u = lowest_order + i * width, value = value_at(u);
    if (value < best.value) valley = i;
    best.offer(value, u);
    uphill = value > 1.5 * std::abs(best.value) ? uphill + 1 : 0;
  }
  if (!std::isfinite(best.value)) return best;
  const double left = lowest_order + std::max(0, valley - 1) * width,
               right = lowest_order + std::min(cells, valley + 1) * width;
  const auto [u, value] = boost::math::tools::brent_find_minima(value_at, left, right, search_bits);
  best.offer(value, u);
  return best;
}

/// The last u of a search whose orders must stay at or below `largest`.
inline double last_order(double largest) {
  return std::max(lowest_order, std::min(highest_order, std::log(largest - 1)));
}

}  // namespace dpsco
