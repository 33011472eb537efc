#include "results/tables/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>
#include <fmt/format.h>

#include "framework/core/hashing.hpp"
#include "framework/core/random.hpp"

namespace dpsco {

namespace {

/// Mean over the drawn repetitions that have a value; NaN if none has.
double mean_over(const SlopeColumn& column, std::span<const std::size_t> drawn) {
  double sum = 0;
  std::size_t count = 0;
  for (const std::size_t repetition : drawn) {
    const double value = column.by_repetition[repetition];
    if (std::isnan(value)) continue;
    sum += value;
    ++count;
  }
  return count == 0 ? std::nan("") : sum / double(count);
}

}  // namespace

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

MeanInterval mean_interval(std::span<const double> values) {
  const auto k = double(values.size());
  const double mean = mean_of(values);
  if (values.size() < 2) return {mean, {}};
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  if (*least == *greatest) return {*least, Interval95{*least, *least}};  // without rounding errors
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares / (k - 1) / k);
  const double t = boost::math::quantile(boost::math::students_t(k - 1), 0.975);
  return {mean, Interval95{mean - t * error, mean + t * error}};
}

double log_log_slope(std::span<const double> x, std::span<const double> y) {
  const auto k = double(x.size());
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += std::log(x[i]) / k;
    mean_y += std::log(y[i]) / k;
  }
  double xy = 0, xx = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (std::log(x[i]) - mean_x) * (std::log(y[i]) - mean_y);
    xx += (std::log(x[i]) - mean_x) * (std::log(x[i]) - mean_x);
  }
  return xy / xx;
}

double sorted_quantile(std::span<const double> sorted, double q) {
  const double place = q * double(sorted.size() - 1);
  const auto below = std::size_t(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - double(below)) * (sorted[above] - sorted[below]);
}

LogLogSlope slope_with_interval(std::span<const SlopeColumn> columns) {
  if (columns.size() < 2)
    return {.reason = "a slope needs two columns with a mean, here are " +
                      std::to_string(columns.size())};
  const std::size_t repetitions = columns.front().by_repetition.size();
  std::vector<std::size_t> drawn(repetitions);
  std::iota(drawn.begin(), drawn.end(), std::size_t{0});
  std::vector<double> x, y;
  for (const SlopeColumn& column : columns) {
    x.push_back(column.x);
    y.push_back(mean_over(column, drawn));
    if (!(x.back() > 0))
      return {.reason = fmt::format("column {} is not positive, so it has no logarithm", x.back())};
    if (!(y.back() > 0))
      return {.reason =
                  fmt::format("the mean {:.3g} in column {} has no logarithm", y.back(), x.back())};
  }
  LogLogSlope slope{.value = log_log_slope(x, y)};
  if (repetitions < 2) {
    slope.reason = "no interval: one repetition only";
    return slope;
  }

  Stream stream(sha256_words("dpsco/tables/slope bootstrap"));
  std::vector<double> slopes;
  for (int resample = 0; resample < bootstrap_resamples; ++resample) {
    for (std::size_t& repetition : drawn) repetition = stream.below(repetitions);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      y[c] = mean_over(columns[c], drawn);
      if (!(y[c] > 0)) {
        slope.reason = fmt::format("no interval: some resamples give column {} no positive mean",
                                   columns[c].x);
        return slope;
      }
    }
    slopes.push_back(log_log_slope(x, y));
  }
  std::sort(slopes.begin(), slopes.end());
  slope.interval = Interval95{sorted_quantile(slopes, 0.025), sorted_quantile(slopes, 0.975)};
  return slope;
}

}  // namespace dpsco
