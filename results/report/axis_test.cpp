#include "results/report/axis.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

std::vector<std::string> labels(const ChartAxis& axis) {
  std::vector<std::string> texts;
  for (const ChartTick& tick : axis.ticks) texts.push_back(tick.label);
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("axis: a log axis over decades is labelled by powers of ten, a short one by 1, 2, 5") {
  const std::vector<double> wide{0.0031, 470};
  CHECK(labels(value_axis("", wide, true)) == Texts{"0.01", "0.1", "1", "10", "100"});
  const std::vector<double> narrow{0.11, 0.36};
  CHECK(labels(value_axis("", narrow, true)) == Texts{"0.1", "0.2", "0.5"});
}

TEST_CASE("axis: holds its values, has two ticks or more inside, and no more than labels fit") {
  for (int k = 0; k < 18; ++k) {
    for (int j = 0; j < 27; ++j) {
      for (const bool log : {false, true}) {
        const double low = 1.3e-9 * std::pow(7.7, k), ratio = std::pow(3.1, j);
        const std::vector<double> values{low, low * ratio};
        const ChartAxis axis = value_axis("", values, log);
        CAPTURE(low);
        CAPTURE(ratio);
        CAPTURE(log);
        CHECK(axis.low <= low * (1 + 1e-9));
        CHECK(axis.high >= low * ratio * (1 - 1e-9));
        CHECK(axis.low < axis.high);
        CHECK(axis.ticks.size() >= 2);
        CHECK(axis.ticks.size() <= 12);
        for (const ChartTick& tick : axis.ticks) {
          CHECK(tick.at >= axis.low * (1 - 1e-9));
          CHECK(tick.at <= axis.high * (1 + 1e-9));
        }
      }
    }
  }
}

TEST_CASE("axis: a linear axis may hold negative values and zero alone") {
  const std::vector<double> mixed{-0.2, 0.7}, zero{0};
  const ChartAxis axis = value_axis("", mixed, false);
  CHECK(axis.place(-0.2) >= 0);
  CHECK(axis.place(0.7) <= 1);
  CHECK(axis.place(0.25) > axis.place(0.2));
  CHECK(value_axis("", zero, false).place(0) == 0.5);
}

TEST_CASE("axis: a sweep has a tick at each of its values") {
  const std::vector<double> d{4000, 10, 1000, 100, 10};
  const ChartAxis axis = sweep_axis("d", d);
  CHECK(axis.log);
  CHECK(labels(axis) == Texts{"10", "100", "1000", "4000"});
  // Equal ratios are equal lengths.
  CHECK(near(axis.place(100) - axis.place(10), axis.place(1000) - axis.place(100), 1e-12));
}

TEST_CASE("axis: a sweep of values that crowd is labelled by round numbers") {
  const std::vector<double> n{1000, 1010, 1020, 5000, 9000};
  const ChartAxis axis = sweep_axis("n", n);
  for (const ChartTick& tick : axis.ticks) CHECK(tick.at != 1010);
  CHECK(axis.ticks.size() >= 2);
}

}  // namespace dpsco
