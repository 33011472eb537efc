#include "suites/studies/measured_crossing.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <doctest/doctest.h>

#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

using Curve = std::function<double(double d, std::size_t repetition)>;

PairedCurves curves(const std::vector<double>& dimensions,
                    std::size_t repetitions,
                    const Curve& flat,
                    const Curve& growing) {
  PairedCurves all;
  for (const double d : dimensions) {
    all.d.push_back(d);
    auto& low = all.flat.emplace_back();
    auto& high = all.growing.emplace_back();
    for (std::size_t r = 0; r < repetitions; ++r) {
      low.push_back(flat(d, r));
      high.push_back(growing(d, r));
    }
  }
  return all;
}

double constant(double /*d*/, std::size_t /*repetition*/) {
  return 0.1;
}

/// 0.1 at d = 200.
double root(double d, std::size_t /*repetition*/) {
  return 0.1 * std::sqrt(d / 200);
}

const std::vector<double> grid{10, 30, 100, 300, 1000};

}  // namespace

TEST_CASE("measured crossing: two power laws meet where they meet, whatever the grid") {
  const auto falling = [](double d, std::size_t) { return 0.1 * std::pow(d / 200, -0.25); };
  for (const Curve& flat : {Curve(constant), Curve(falling)})
    for (const std::vector<double>& dimensions : {grid, {150, 250}, {1, 1e6}}) {
      const MeasuredCrossing found = measured_crossing(curves(dimensions, 1, flat, root));
      REQUIRE(found.at);
      CHECK(near(*found.at, 200, 1e-12));
      CHECK(near(found.first, dimensions.front(), 1e-12));
      CHECK(near(found.last, dimensions.back(), 1e-12));
      CHECK(crossing_text(found) == "200");
    }
}

TEST_CASE("measured crossing: between two dimensions the line is straight in logarithms") {
  // Ratio 1/2 at 100 and 4 at 900: log 2 of log 8 along the way from log 100 to log 900.
  const auto kinked = [](double d, std::size_t) { return d < 500 ? 0.05 : 0.4; };
  const auto found = measured_crossing(curves({100, 900}, 1, constant, kinked));
  CHECK(near(*found.at, 100 * std::pow(9.0, 1.0 / 3), 1e-12));
}

TEST_CASE("measured crossing: on a point of the grid it is that point") {
  const auto steps = [](double d, std::size_t) {
    if (d == 100) return 0.1;
    return d < 100 ? 0.05 : 0.2;
  };
  CHECK(near(*measured_crossing(curves(grid, 1, constant, steps)).at, 100, 1e-12));
}

TEST_CASE("measured crossing: above or below everywhere has words of its own") {
  const auto worse = [](double, std::size_t) { return 0.2; };
  const auto better = [](double, std::size_t) { return 0.05; };
  CHECK(crossing_text(measured_crossing(curves(grid, 1, constant, worse))) == "at or before 10");
  CHECK(crossing_text(measured_crossing(curves(grid, 1, constant, better))) == "none up to 1000");
  // Equal at the last dimension is not above.
  CHECK(crossing_text(measured_crossing(curves(grid, 1, constant, constant))) == "none up to 1000");
  CHECK(crossing_text(measured_crossing({})) == "no data");
}

TEST_CASE("measured crossing: of two crossings the last counts") {
  const auto twice = [](double d, std::size_t r) { return d == 30 ? 0.3 : root(d, r); };
  CHECK(near(*measured_crossing(curves(grid, 1, constant, twice)).at, 200, 1e-12));
}

TEST_CASE("measured crossing: a dimension or a repetition that one method lacks is passed over") {
  PairedCurves some = curves(grid, 2, constant, [](double d, std::size_t r) {
    return d == 300 ? 9.0 : root(d, r);  // off the line: seen unless it is missing
  });
  CHECK(*measured_crossing(some).at < 150);
  const double missing = std::numeric_limits<double>::quiet_NaN();
  some.flat[3] = some.growing[3] = {missing, missing};
  CHECK(near(*measured_crossing(some).at, 200, 1e-12));

  // The second repetition alone is off; without it the first decides.
  PairedCurves other =
      curves(grid, 2, constant, [](double d, std::size_t r) { return r == 1 ? 9.0 : root(d, r); });
  CHECK(*measured_crossing(other).at == 0);
  for (std::size_t i = 0; i < grid.size(); ++i) other.flat[i][1] = other.growing[i][1] = missing;
  const MeasuredCrossing found = measured_crossing(other);
  CHECK(near(*found.at, 200, 1e-12));
  CHECK(found.repetitions == 1);
  CHECK_FALSE(found.interval);
}

TEST_CASE("measured crossing: a mean that is not positive has no logarithm and is passed over") {
  const auto dips = [](double d, std::size_t r) { return d == 1000 ? -0.1 : root(d, r); };
  const MeasuredCrossing found = measured_crossing(curves(grid, 1, constant, dips));
  CHECK(near(*found.at, 200, 1e-12));
  CHECK(near(found.last, 300, 1e-12));
}

TEST_CASE(
    "measured crossing: what both methods share in a repetition does not widen the interval") {
  // Repetitions differ by a factor of 20, the methods' ratio does not.
  const auto scale = [](std::size_t r) { return double(r + 1); };
  const auto found = measured_crossing(curves(
      grid,
      20,
      [&](double d, std::size_t r) { return scale(r) * constant(d, r); },
      [&](double d, std::size_t r) { return scale(r) * root(d, r); }));
  REQUIRE(found.interval);
  CHECK(near(found.interval->low, 200, 1e-9));
  CHECK(near(found.interval->high, 200, 1e-9));
}

TEST_CASE("measured crossing: the interval is that of the mean ratio, carried to the axis of d") {
  // 200 repetitions of ratio 0.9 or 1.1 times sqrt(d / 200): d* = 200 / m^2 with m the mean factor,
  // whose standard deviation is 0.1 / sqrt(200).
  const auto noisy = [](double d, std::size_t r) { return (r % 2 == 0 ? 0.9 : 1.1) * root(d, r); };
  const MeasuredCrossing found = measured_crossing(curves(grid, 200, constant, noisy));
  CHECK(near(*found.at, 200, 1e-9));
  const double half = 1.96 * 0.1 / std::sqrt(200.0);
  REQUIRE(found.interval);
  CHECK(near(200 - found.interval->low, 200 - 200 / std::pow(1 + half, 2), 0.15));
  CHECK(near(found.interval->high - 200, 200 / std::pow(1 - half, 2) - 200, 0.15));
}

TEST_CASE("measured crossing: an interval may end outside the measured dimensions, and says so") {
  const auto wild = [](double d, std::size_t r) { return (r % 2 == 0 ? 0.1 : 1.9) * root(d, r); };
  const MeasuredCrossing found = measured_crossing(curves({100, 300}, 4, constant, wild));
  CHECK(crossing_with_interval_text(found) == "200 [<= 100, > 300]");
  const auto never = measured_crossing(curves({10, 30}, 4, constant, root));
  CHECK(crossing_with_interval_text(never) == "none up to 30 [> 30]");
}

}  // namespace dpsco
