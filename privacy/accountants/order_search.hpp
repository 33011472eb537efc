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
/// method finishes inside it. floor_at(u) <= value_at(u) is cheap: where it is above a value known
/// already, the scan asks no further.
template <class Function, class Floor>
BestOrder best_order(Function value_at, Floor floor_at, double high) {
  constexpr int cells = 15;
  /// Bits for u: an error of 1e-5 in u costs 1e-10 of epsilon at a smooth minimum.
  constexpr int search_bits = 20;
  const double width = (high - lowest_order) / cells;
  const auto order = [width](int i) { return lowest_order + i * width; };
  // All orders may be one: then the width is 0.
  const int middle = int(std::min(double(cells), -lowest_order / width));
  const double known = value_at(order(middle));
  BestOrder best;
  int valley = 0;
  for (int i = 0, uphill = 0; i <= cells && uphill < 2; ++i) {
    const double u = order(i);
    const double value = i == middle           ? known
                         : floor_at(u) > known ? std::numeric_limits<double>::infinity()
                                               : value_at(u);
    if (value < best.value) valley = i;
    best.offer(value, u);
    uphill = value > 1.5 * std::abs(best.value) ? uphill + 1 : 0;
  }
  if (!std::isfinite(best.value)) return best;
  const double left = order(std::max(0, valley - 1)), right = order(std::min(cells, valley + 1));
  const auto [u, value] = boost::math::tools::brent_find_minima(value_at, left, right, search_bits);
  best.offer(value, u);
  return best;
}

template <class Function>
BestOrder best_order(Function value_at, double high) {
  return best_order(
      value_at, [](double /*u*/) { return -std::numeric_limits<double>::infinity(); }, high);
}

/// The last u of a search whose orders must stay at or below `largest`.
inline double last_order(double largest) {
  return std::max(lowest_order, std::min(highest_order, std::log(largest - 1)));
}

}  // namespace dpsco
