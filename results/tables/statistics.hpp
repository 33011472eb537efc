#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dpsco {

struct Interval95 {
  double low = 0, high = 0;
};

/// pre: at least one value.
double mean_of(std::span<const double> values);

/// A mean with its 95 % Student t interval, mean +- t(0.975, k - 1) s / sqrt(k) over k values; one
/// value has no interval.
struct MeanInterval {
  double mean = 0;
  std::optional<Interval95> interval{};
};
/// pre: at least one value, all finite.
MeanInterval mean_interval(std::span<const double> values);

/// Least-squares slope of log y on log x. pre: two or more different x; all x and y positive.
double log_log_slope(std::span<const double> x, std::span<const double> y);

/// A slope, or the reason why there is none (or why it has no interval).
struct LogLogSlope {
  std::optional<double> value{};
  std::optional<Interval95> interval{};
  std::string reason{};
};

/// One column of a row: where it stands on the axis, and its value in each repetition (NaN where
/// the repetition has none: it failed). A repetition with no value at all does not belong here.
struct SlopeColumn {
  double x = 0;
  std::vector<double> by_repetition{};  ///< [repetitions]
};

inline constexpr int bootstrap_resamples = 2000;

/// LogLogSlope of log mean on log column with a 95 % percentile bootstrap interval: whole
/// repetitions are drawn with replacement, the same for all columns, since they share data and
/// noise across them. The draws come from a fixed Philox stream: the same input gives the same
/// interval. No value if fewer than two columns have one or a column or mean is not positive; no
/// interval if that happens in a resample or there is one repetition only. pre: all columns have
/// the same number of repetitions.
LogLogSlope slope_with_interval(std::span<const SlopeColumn> columns);

/// The q-quantile of sorted values, linear between order statistics (type 7). pre: not empty,
/// 0 <= q <= 1.
double sorted_quantile(std::span<const double> sorted, double q);

}  // namespace dpsco
