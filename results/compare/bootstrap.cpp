#include "results/compare/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <boost/math/distributions/normal.hpp>
#include <fmt/format.h>

#include "framework/core/hashing.hpp"
#include "framework/core/random.hpp"

namespace dpsco {

namespace {

double sorted_median(std::span<const double> sorted) {
  const std::size_t n = sorted.size();
  const double upper = sorted[n / 2];
  if (n % 2 == 1) return upper;
  const double lower = sorted[n / 2 - 1];
  return lower == upper ? lower : lower + (upper - lower) / 2;
}

/// Medians of `sorted` without its i-th value; order of i.
std::vector<double> jackknife_medians(std::span<const double> sorted) {
  std::vector<double> rest(sorted.begin() + 1, sorted.end()), medians;
  medians.push_back(sorted_median(rest));
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    rest[i - 1] = sorted[i - 1];
    medians.push_back(sorted_median(rest));
  }
  return medians;
}

double acceleration(std::span<const double> sorted) {
  const std::vector<double> medians = jackknife_medians(sorted);
  double mean = 0, squares = 0, cubes = 0;
  for (const double median : medians) mean += median / double(medians.size());
  for (const double median : medians) {
    squares += std::pow(mean - median, 2);
    cubes += std::pow(mean - median, 3);
  }
  return squares > 0 ? cubes / (6 * std::pow(squares, 1.5)) : 0;
}

/// Medians of resamples, sorted. Drawn as places in the sorted sample: equal draws for equal
/// counts.
std::vector<double> resampled_medians(std::span<const double> sorted) {
  Stream stream(sha256_words("dpsco/compare/bca bootstrap"));
  const std::size_t n = sorted.size();
  std::vector<double> medians;
  medians.reserve(bca_resamples);
  std::vector<double> drawn(n);
  for (int resample = 0; resample < bca_resamples; ++resample) {
    for (double& value : drawn) value = sorted[stream.below(n)];
    const auto middle = drawn.begin() + std::ptrdiff_t(n / 2);
    std::nth_element(drawn.begin(), middle, drawn.end());
    double median = *middle;
    if (n % 2 == 0) {
      const double lower = *std::max_element(drawn.begin(), middle);
      median = lower + (median - lower) / 2;
    }
    medians.push_back(median);
  }
  std::sort(medians.begin(), medians.end());
  return medians;
}

}  // namespace

double median_of(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted_median(sorted);
}

MedianInterval median_with_interval(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  MedianInterval found{.median = sorted_median(sorted)};
  if (sorted.size() < bca_fewest) {
    found.reason = fmt::format(
        "no interval: {} pairs, a 95 % interval of a median needs {}", sorted.size(), bca_fewest);
    return found;
  }
  const std::vector<double> medians = resampled_medians(sorted);
  // Half of the ties count as below: a median is one of few values, so ties are frequent.
  const auto [low, high] = std::equal_range(medians.begin(), medians.end(), found.median);
  const double below =
      double((low - medians.begin()) + (high - medians.begin())) / (2.0 * bca_resamples);
  const boost::math::normal normal;
  const double edge = 0.5 / bca_resamples;
  const double bias = boost::math::quantile(normal, std::clamp(below, edge, 1 - edge));
  const double a = acceleration(sorted);
  const auto level = [&](double p) {
    const double z = bias + boost::math::quantile(normal, p);
    return boost::math::cdf(normal, bias + z / (1 - a * z));
  };
  found.interval =
      Interval95{sorted_quantile(medians, level(0.025)), sorted_quantile(medians, level(0.975))};
  return found;
}

}  // namespace dpsco
