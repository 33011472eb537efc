#include "suites/studies/measured_crossing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "framework/core/hashing.hpp"
#include "framework/core/random.hpp"

namespace dpsco {

namespace {

struct Point {
  double log_d = 0, log_ratio = 0;
};

/// Dimensions where both means over the drawn repetitions are positive. A NaN is in both or none.
std::vector<Point> points_of(const PairedCurves& curves, const std::vector<std::size_t>& drawn) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < curves.d.size(); ++i) {
    double flat = 0, growing = 0;
    for (const std::size_t repetition : drawn) {
      if (std::isnan(curves.flat[i][repetition])) continue;
      flat += curves.flat[i][repetition];
      growing += curves.growing[i][repetition];
    }
    if (flat > 0 && growing > 0)
      points.push_back({std::log(curves.d[i]), std::log(growing / flat)});
  }
  return points;
}

/// pre: points is not empty.
double crossing_on(const std::vector<Point>& points) {
  if (points.back().log_ratio <= 0) return std::numeric_limits<double>::infinity();
  std::size_t above = points.size() - 1;
  while (above > 0 && points[above - 1].log_ratio > 0) --above;
  if (above == 0) return 0;
  const auto [d0, r0] = points[above - 1];
  const auto [d1, r1] = points[above];
  return std::exp(d0 - r0 / (r1 - r0) * (d1 - d0));
}

std::string end_text(double at, const MeasuredCrossing& crossing) {
  if (at == 0) return fmt::format("<= {:.0f}", crossing.first);
  if (std::isinf(at)) return fmt::format("> {:.0f}", crossing.last);
  return fmt::format("{:.0f}", at);
}

}  // namespace

MeasuredCrossing measured_crossing(const PairedCurves& curves) {
  const std::size_t repetitions = curves.flat.empty() ? 0 : curves.flat.front().size();
  std::vector<std::size_t> all;  // those with a value
  for (std::size_t r = 0; r < repetitions; ++r)
    if (std::any_of(curves.flat.begin(), curves.flat.end(), [&](const auto& at_d) {
          return !std::isnan(at_d[r]);
        }))
      all.push_back(r);
  const std::vector<Point> points = points_of(curves, all);
  MeasuredCrossing found{.repetitions = all.size()};
  if (points.empty()) return found;
  found.first = std::exp(points.front().log_d);
  found.last = std::exp(points.back().log_d);
  found.at = crossing_on(points);
  if (all.size() < 2) return found;

  Stream stream(sha256_words("dpsco/studies/crossing bootstrap"));
  std::vector<double> crossings;
  std::vector<std::size_t> drawn(all.size());
  for (int resample = 0; resample < bootstrap_resamples; ++resample) {
    for (std::size_t& repetition : drawn) repetition = all[stream.below(all.size())];
    const std::vector<Point> resampled = points_of(curves, drawn);
    if (!resampled.empty()) crossings.push_back(crossing_on(resampled));
  }
  if (crossings.empty()) return found;
  std::sort(crossings.begin(), crossings.end());
  // Order statistics without interpolation: an end may be infinite.
  const auto last = double(crossings.size() - 1);
  found.interval = Interval95{crossings[std::size_t(std::floor(0.025 * last))],
                              crossings[std::size_t(std::ceil(0.975 * last))]};
  return found;
}

std::string crossing_text(const MeasuredCrossing& crossing) {
  if (!crossing.at) return "no data";
  if (*crossing.at == 0) return fmt::format("at or before {:.0f}", crossing.first);
  if (std::isinf(*crossing.at)) return fmt::format("none up to {:.0f}", crossing.last);
  return fmt::format("{:.0f}", *crossing.at);
}

std::string crossing_with_interval_text(const MeasuredCrossing& crossing) {
  std::string text = crossing_text(crossing);
  if (!crossing.interval) return text;
  const std::string low = end_text(crossing.interval->low, crossing);
  const std::string high = end_text(crossing.interval->high, crossing);
  return low == high ? fmt::format("{} [{}]", text, low)
                     : fmt::format("{} [{}, {}]", text, low, high);
}

}  // namespace dpsco
