#include "results/track/change_points.hpp"

#include <algorithm>
#include <cmath>

#include "results/compare/paired_tests.hpp"
#include "results/tables/statistics.hpp"

namespace dpsco {

namespace {

constexpr double weak_factor = 10;

/// The place with the largest m n / (m + n) times the energy distance of the two sides; both keep
/// two values. pre: four or more values.
std::size_t best_split(std::span<const double> x) {
  const std::size_t n = x.size();
  // Sums of |x_i - x_j| over pairs within the left and within the right; moving one value over
  // updates both and the sum across in O(n).
  double left = 0, right = 0, across = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) right += std::abs(x[i] - x[j]);
  std::size_t best = 2;
  double largest = -1;
  for (std::size_t split = 1; split + 2 <= n; ++split) {
    double to_left = 0, to_right = 0;  // distances of the value that moves
    for (std::size_t i = 0; i < n; ++i)
      (i < split - 1 ? to_left : to_right) += std::abs(x[i] - x[split - 1]);
    left += to_left;
    right -= to_right;
    across += to_right - to_left;
    if (split < 2) continue;
    const auto m = double(split), k = double(n - split);
    const double distance =
        2 * across / (m * k) - 2 * left / (m * (m - 1)) - 2 * right / (k * (k - 1));
    const double q = m * k / (m + k) * distance;
    if (q > largest) {
      largest = q;
      best = split;
    }
  }
  return best;
}

void split(std::span<const double> series,
           std::size_t from,
           std::size_t to,
           double level,
           std::vector<std::size_t>& borders) {
  if (to - from < 4) return;
  const std::size_t at = from + best_split(series.subspan(from, to - from));
  if (!(pooled_t_test(series.subspan(from, at - from), series.subspan(at, to - at)) <= level))
    return;
  split(series, from, at, level, borders);
  borders.push_back(at);
  split(series, at, to, level, borders);
}

/// The change at borders[i] between its neighbours.
ChangePoint judged(std::span<const double> series,
                   const std::vector<std::size_t>& borders,
                   std::size_t i) {
  const std::size_t at = borders[i], from = i == 0 ? 0 : borders[i - 1];
  const std::size_t to = i + 1 == borders.size() ? series.size() : borders[i + 1];
  const auto left = series.subspan(from, at - from), right = series.subspan(at, to - at);
  return {at, mean_of(left), mean_of(right), pooled_t_test(left, right)};
}

}  // namespace

std::vector<ChangePoint> change_points(std::span<const double> series,
                                       const ChangePointOptions& options) {
  std::vector<ChangePoint> points;
  if (series.size() < options.least) return points;
  std::vector<std::size_t> borders;
  split(series, 0, series.size(), weak_factor * options.level, borders);
  while (true) {
    points.clear();
    for (std::size_t i = 0; i < borders.size(); ++i) points.push_back(judged(series, borders, i));
    const auto weakest = std::max_element(
        points.begin(), points.end(), [](const auto& a, const auto& b) { return a.p < b.p; });
    if (points.empty() || weakest->p <= options.level) return points;
    borders.erase(borders.begin() + (weakest - points.begin()));
  }
}

}  // namespace dpsco
