#include "privacy/numeric/contour_steps.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace dpsco {

std::optional<std::vector<RatioCount>> equal_ratios(std::span<const double> noise,
                                                    double scale,
                                                    double repeats) {
  constexpr std::size_t most = 32;
  std::map<double, double> counts;
  for (const double s : noise) {
    counts[s] += repeats;
    if (counts.size() > most) return std::nullopt;
  }
  std::vector<RatioCount> result;
  result.reserve(counts.size());
  for (const auto& [s, count] : counts) result.push_back({scale * s, count});
  return result;
}

RatioBins bin_ratios(std::span<const double> noise, double scale, double repeats) {
  constexpr std::size_t most_bins = 128;
  RatioBins bins;
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
