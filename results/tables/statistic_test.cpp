#include "results/tables/statistic.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

StatisticValue of(const char* name, const std::vector<double>& values, bool larger = false) {
  return statistic_of(values, statistic_named(name), larger);
}

/// The mean over all subsets of `draws` values of their smallest: what best-of-K is, by brute
/// force.
double enumerated(const std::vector<double>& values, std::size_t draws) {
  double sum = 0, count = 0;
  for (unsigned bits = 0; bits < (1U << values.size()); ++bits) {
    std::vector<double> subset;
    for (std::size_t i = 0; i < values.size(); ++i)
      if ((bits >> i & 1U) != 0) subset.push_back(values[i]);
    if (subset.size() != draws) continue;
    sum += *std::min_element(subset.begin(), subset.end());
    ++count;
  }
  return sum / count;
}

}  // namespace

TEST_CASE("statistic: best and worst know which side is good") {
  const std::vector<double> values{0.3, 0.1, 0.2};
  CHECK(of("best", values).value == 0.1);
  CHECK(of("best-of", values).value == 0.1);
  CHECK(of("worst", values).value == 0.3);
  CHECK(of("best", values, true).value == 0.3);
  CHECK(of("worst", values, true).value == 0.1);
  CHECK(!of("best", values).interval);
}

TEST_CASE("statistic: best of K is the mean over all choices of K runs") {
  const std::vector<double> values{0.9, -0.5, 0.25, 0.25, 1.5, 3.0, -2.0, 0.125};
  std::vector<double> negated;
  negated.reserve(values.size());
  for (const double value : values) negated.push_back(-value);
  for (std::size_t draws = 1; draws <= values.size(); ++draws) {
    const std::string name = "best-of-" + std::to_string(draws);
    CHECK(near(*of(name.c_str(), values).value, enumerated(values, draws), 1e-12));
    CHECK(near(*of(name.c_str(), negated, true).value, -enumerated(values, draws), 1e-12));
  }
  CHECK(!of("best-of-9", values).value);
  CHECK(of("best-of-9", values).reason == "best of 9: only 8 ok runs");
}

TEST_CASE("statistic: the median's interval is that of the sign test") {
  // P(Bin(n, 1/2) <= k - 1) <= .025: n = 5 none, n = 6 k = 1, n = 9 k = 2, n = 20 k = 6 (tables).
  std::vector<double> values{5, 1, 4, 2, 3};
  CHECK(of("median", values).value == 3);
  CHECK(!of("median", values).interval);
  values.push_back(6);
  CHECK(of("median", values).value == 3.5);
  CHECK(of("median", values).interval->low == 1);
  CHECK(of("median", values).interval->high == 6);
  for (const double more : {7, 8, 9}) values.push_back(more);
  CHECK(of("median", values).interval->low == 2);
  CHECK(of("median", values).interval->high == 8);
  for (int more = 10; more <= 20; ++more) values.push_back(more);
  CHECK(of("median", values).interval->low == 6);
  CHECK(of("median", values).interval->high == 15);
}

TEST_CASE("statistic: mean and interval are one number, differently shown") {
  const std::vector<double> values{0.14, 0.15, 0.16};
  CHECK(of("mean", values).value == of("interval", values).value);
  CHECK(of("mean", values).interval->low == of("interval", values).interval->low);
}

TEST_CASE("statistic: a wrong name is refused with the nearest") {
  CHECK_THROWS_WITH_AS(statistic_named("meidan"),
                       "--statistic: unknown statistic 'meidan'; did you mean 'median'?",
                       ConfigError);
  CHECK_THROWS_AS(statistic_named("best-of-0"), ConfigError);
  CHECK_THROWS_AS(statistic_named("best-of-2x"), ConfigError);
}

}  // namespace dpsco
