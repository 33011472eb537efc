#include "results/tables/statistics.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "framework/core/hashing.hpp"
#include "framework/core/random.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

TEST_CASE("statistics: the t interval of two and of three values is the closed form") {
  // t_1(p) = tan(pi (p - 1/2)); t_2(p) = (2p - 1) sqrt(2 / (4 p (1 - p))).
  const double t1 = std::tan(std::numbers::pi * 0.475);
  const double t2 = 0.95 * std::sqrt(2 / (4 * 0.975 * 0.025));
  const auto two = mean_interval(std::vector{1.0, 3.0});
  CHECK(two.mean == 2);
  CHECK(near(two.interval->low, 2 - t1, 1e-12));
  CHECK(near(two.interval->high, 2 + t1, 1e-12));
  const auto three = mean_interval(std::vector{1.0, 2.0, 6.0});
  CHECK(three.mean == 3);
  CHECK(near(three.interval->high, 3 + t2 * std::sqrt(7.0 / 3), 1e-12));
  CHECK(near(three.interval->low, 3 - t2 * std::sqrt(7.0 / 3), 1e-12));
}

TEST_CASE("statistics: one value has no interval, equal values a null one") {
  CHECK(mean_interval(std::vector{4.0}).mean == 4);
  CHECK(!mean_interval(std::vector{4.0}).interval);
  const auto equal = mean_interval(std::vector{0.5, 0.5, 0.5});
  CHECK(equal.interval->low == 0.5);
  CHECK(equal.interval->high == 0.5);
  const auto inexact = mean_interval(std::vector{0.1, 0.1, 0.1});  // whose sum over 3 is not 0.1
  CHECK(inexact.mean == 0.1);
  CHECK(inexact.interval->high == 0.1);
}

TEST_CASE("statistics: the t interval covers the mean of normal samples 95 times in 100") {
  // 20,000 samples of 5: the count is binomial, so 3.5 sigma are 3.5 sqrt(.95 .05 / 20000) = .0054.
  Stream stream(sha256_words("statistics test: coverage"));
  int covered = 0;
  std::vector<double> sample(5);
  for (int i = 0; i < 20000; ++i) {
    stream.normals(sample);
    const auto interval = *mean_interval(sample).interval;
    covered += interval.low <= 0 && 0 <= interval.high ? 1 : 0;
  }
  CHECK(std::abs(covered / 20000.0 - 0.95) < 0.0054);
}

TEST_CASE("statistics: quantiles are linear between order statistics") {
  const std::vector<double> sorted{1, 2, 4};
  CHECK(sorted_quantile(sorted, 0) == 1);
  CHECK(sorted_quantile(sorted, 0.25) == 1.5);
  CHECK(sorted_quantile(sorted, 0.75) == 3);
  CHECK(sorted_quantile(sorted, 1) == 4);
}

TEST_CASE("slope: an exact power law gives its exponent") {
  std::vector<SlopeColumn> columns;
  for (const double d : {10.0, 100.0, 1000.0, 4000.0}) {
    const double y = 3 * std::pow(d, -0.5);
    columns.push_back({d, {0.5 * y, 1.5 * y, y}});
  }
  const LogLogSlope slope = slope_with_interval(columns);
  CHECK(near(*slope.value, -0.5, 1e-12));
  CHECK(near(slope.interval->low, -0.5, 1e-12));  // every repetition is on the same law
  CHECK(near(slope.interval->high, -0.5, 1e-12));
  CHECK(slope.reason.empty());
}

TEST_CASE("slope: least squares of three points is the closed form") {
  // log x = 0, 1, 2 and log y = 0, 1, 5: the slope is (5 - 0) / 2.
  const double e = std::numbers::e;
  const std::vector<double> x{1, e, e * e}, y{1, e, std::exp(5.0)};
  CHECK(near(log_log_slope(x, y), 2.5, 1e-12));
}

TEST_CASE("slope: repetitions are resampled whole, not column by column") {
  // In each repetition the second column is ten times the first, so every joint resample has
  // slope 1; a draw by column would mix 1 with 100.
  const std::vector<SlopeColumn> columns{{1, {1, 10, 100}}, {10, {10, 100, 1000}}};
  const LogLogSlope slope = slope_with_interval(columns);
  CHECK(near(slope.interval->low, 1, 1e-12));
  CHECK(near(slope.interval->high, 1, 1e-12));
}

TEST_CASE("slope: the interval has the width of the delta method, and is the same every time") {
  // Two columns at 1 and e with means 1 and relative noise s: var(slope) = 2 s^2 / R.
  const std::size_t R = 400;
  const double s = 0.1;
  Stream stream(sha256_words("statistics test: bootstrap"));
  std::vector<SlopeColumn> columns{{1, std::vector<double>(R)},
                                   {std::numbers::e, std::vector<double>(R)}};
  double sample_variance = 0;
  for (SlopeColumn& column : columns) {
    stream.normals(column.by_repetition);
    for (double& value : column.by_repetition) {
      value = 1 + s * value;
      sample_variance += (value - 1) * (value - 1) / double(R);
    }
  }
  const LogLogSlope slope = slope_with_interval(columns);
  const double expected = 2 * 1.959964 * std::sqrt(sample_variance / double(R));
  // A quantile of 2000 resamples at 2.5 % has relative error about 5 %.
  CHECK(near(slope.interval->high - slope.interval->low, expected, 0.1));
  CHECK(slope.interval->low < *slope.value);
  CHECK(*slope.value < slope.interval->high);
  const LogLogSlope again = slope_with_interval(columns);
  CHECK(again.interval->low == slope.interval->low);
  CHECK(again.interval->high == slope.interval->high);
}

TEST_CASE("slope: what has no logarithm, or too little of it, is a reason") {
  const double none = std::nan("");
  CHECK(slope_with_interval({}).reason == "a slope needs two columns with a mean, here are 0");
  const LogLogSlope negative = slope_with_interval(std::vector<SlopeColumn>{{1, {1}}, {2, {-0.5}}});
  CHECK(!negative.value);
  CHECK(negative.reason == "the mean -0.5 in column 2 has no logarithm");
  CHECK(slope_with_interval(std::vector<SlopeColumn>{{0, {1}}, {2, {1}}}).reason ==
        "column 0 is not positive, so it has no logarithm");
  const LogLogSlope single = slope_with_interval(std::vector<SlopeColumn>{{1, {1}}, {2, {2}}});
  CHECK(near(*single.value, 1, 1e-12));
  CHECK(!single.interval);
  CHECK(single.reason == "no interval: one repetition only");
  // A resample may draw the failed repetition of column 2 alone, or the negative one of column 3.
  const LogLogSlope gap =
      slope_with_interval(std::vector<SlopeColumn>{{1, {1, 1}}, {2, {none, 2}}});
  CHECK(near(*gap.value, 1, 1e-12));
  CHECK(!gap.interval);
  CHECK(gap.reason == "no interval: some resamples give column 2 no positive mean");
}

}  // namespace dpsco
