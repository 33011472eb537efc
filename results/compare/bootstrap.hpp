#pragma once

#include <optional>
#include <span>
#include <string>

#include "results/tables/statistics.hpp"

namespace dpsco {

inline constexpr int bca_resamples = 10000;
/// With fewer values the sample's whole range covers the median in less than 95 % of the cases
/// (1 - 2^(1-n)), so no interval from it can.
inline constexpr std::size_t bca_fewest = 6;

/// A median with its 95 % interval, or the reason why it has none.
struct MedianInterval {
  double median = 0;
  std::optional<Interval95> interval{};
  std::string reason{};
};

/// Median of `values` with the bias-corrected and accelerated bootstrap interval of Efron (1987):
/// `bca_resamples` resamples, the same draws every time for the same count, acceleration by the
/// jackknife. pre: at least one value, all finite.
MedianInterval median_with_interval(std::span<const double> values);

/// Middle value, or the mean of the two. pre: not empty, no NaN.
double median_of(std::span<const double> values);

}  // namespace dpsco
