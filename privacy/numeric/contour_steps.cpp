#include "privacy/numeric/contour_steps.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace dpsco {

RatioBins bin_ratios(std::span<const double> noise, double scale, double repeats) {
  constexpr std::size_t most_exact = 64, most_bins = 128;
  RatioBins bins;
  std::map<double, double> exact;
  for (const double s : noise) {
    exact[s] += repeats;
    if (exact.size() > most_exact) break;
  }
  if (exact.size() <= most_exact) {
    for (const auto& [s, count] : exact) bins.rounded_down.push_back({scale * s, count});
    bins.rounded_up = bins.rounded_down;
    return bins;
  }
  const auto [low, high] = std::minmax_element(noise.begin(), noise.end());
  const double start = std::log(*low), width = (std::log(*high) - start) / double(most_bins);
  // Bins keep their extremes: what is rounded to is a ratio that occurs.
  struct Bin {
    double low = 0, high = 0, count = 0;
  };
  std::vector<Bin> filled(most_bins);
  for (const double s : noise) {
    const auto index = std::size_t(std::max(0.0, (std::log(s) - start) / width));
    Bin& bin = filled[std::min(index, most_bins - 1)];
    bin.low = bin.count == 0 ? s : std::min(bin.low, s);
    bin.high = std::max(bin.high, s);
    bin.count += repeats;
  }
  for (const Bin& bin : filled) {
    if (bin.count == 0) continue;
    bins.rounded_down.push_back({scale * bin.low, bin.count});
    bins.rounded_up.push_back({scale * bin.high, bin.count});
  }
  return bins;
}

}  // namespace dpsco
