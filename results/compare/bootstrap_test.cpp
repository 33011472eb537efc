#include "results/compare/bootstrap.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/hashing.hpp"
#include "framework/core/random.hpp"

namespace dpsco {

TEST_CASE("BCa: the interval holds the median, moves with it and is the same every time") {
  Stream stream(sha256_words("bootstrap test"));
  std::vector<double> values(31);
  stream.normals(values);
  const MedianInterval first = median_with_interval(values), again = median_with_interval(values);
  CHECK(first.median == median_of(values));
  CHECK(first.interval->low < first.median);
  CHECK(first.median < first.interval->high);
  CHECK(again.interval->low == first.interval->low);
  CHECK(again.interval->high == first.interval->high);
  std::vector<double> moved;
  moved.reserve(values.size());
  for (const double value : values) moved.push_back(value + 16);
  const MedianInterval shifted = median_with_interval(moved);
  CHECK(std::abs(shifted.interval->low - first.interval->low - 16) < 1e-12);
  CHECK(std::abs(shifted.interval->high - first.interval->high - 16) < 1e-12);
}

TEST_CASE("BCa: it covers the median of skewed samples about 95 times in 100") {
  // exp(z) has median 1. 400 samples of 20: 3.5 sigma of a binomial share at .95 are .038. (The
  // median is a step function of the sample, so a bootstrap of it may cover a little more.)
  Stream stream(sha256_words("bootstrap test: coverage"));
  int covered = 0;
  std::vector<double> sample(20);
  for (int trial = 0; trial < 400; ++trial) {
    stream.normals(sample);
    for (double& value : sample) value = std::exp(value);
    const auto interval = *median_with_interval(sample).interval;
    covered += interval.low <= 1 && 1 <= interval.high ? 1 : 0;
  }
  CAPTURE(covered);
  CHECK(std::abs(covered / 400.0 - 0.95) < 0.038);
}

TEST_CASE("BCa: too few pairs are a reason, equal values an interval of no width") {
  const MedianInterval few = median_with_interval(std::vector{1.0, 2.0, 3.0, 4.0, 6.0});
  CHECK(few.median == 3);
  CHECK(!few.interval);
  CHECK(few.reason == "no interval: 5 pairs, a 95 % interval of a median needs 6");
  const MedianInterval equal = median_with_interval(std::vector<double>(8, 0.1));
  CHECK(equal.interval->low == 0.1);
  CHECK(equal.interval->high == 0.1);
}

TEST_CASE("median: the middle, or the mean of the two") {
  CHECK(median_of(std::vector{3.0, 1.0, 2.0}) == 2);
  CHECK(median_of(std::vector{4.0, 1.0, 2.0, 9.0}) == 3);
}

}  // namespace dpsco
