#include "results/track/change_points.hpp"

#include <doctest/doctest.h>

#include "framework/core/hashing.hpp"
#include "framework/core/random.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

std::vector<double> noise(const std::string& name, std::size_t n) {
  Stream stream(sha256_words("change points test: " + name));
  std::vector<double> z(n);
  stream.normals(z);
  return z;
}

}  // namespace

TEST_CASE("change points: a step of three standard deviations is found where it is") {
  std::vector<double> series = noise("step", 40);
  for (std::size_t i = 25; i < series.size(); ++i) series[i] += 3;
  const auto points = change_points(series, {});
  REQUIRE(points.size() == 1);
  CHECK(points[0].at >= 24);
  CHECK(points[0].at <= 26);
  CHECK(points[0].p < 1e-6);
  CHECK(points[0].after - points[0].before > 2);
}

TEST_CASE("change points: up and down again are two") {
  std::vector<double> series = noise("bump", 60);
  for (std::size_t i = 20; i < 40; ++i) series[i] += 4;
  const auto points = change_points(series, {.level = 1e-4});
  REQUIRE(points.size() == 2);
  CHECK(points[0].at >= 19);
  CHECK(points[0].at <= 21);
  CHECK(points[1].at >= 39);
  CHECK(points[1].at <= 41);
}

TEST_CASE("change points: exact counts change at the very build") {
  std::vector<double> series(20, 1000.0);
  for (std::size_t i = 17; i < series.size(); ++i) series[i] = 1010;
  const auto points = change_points(series, {});
  REQUIRE(points.size() == 1);
  CHECK(points[0].at == 17);
  CHECK(points[0].p == 0);
  CHECK(near(points[0].after / points[0].before, 1.01, 1e-12));
}

TEST_CASE("change points: constant, short and one odd value have none") {
  CHECK(change_points(std::vector<double>(50, 0.1), {}).empty());
  CHECK(change_points(std::vector{1.0, 1.0, 1.0, 1.0, 9.0, 9.0, 9.0}, {}).empty());
  std::vector<double> outlier = noise("outlier", 30);
  outlier[15] += 20;
  CHECK(change_points(outlier, {}).empty());
}

TEST_CASE("change points: pure noise gives few, and the same every time") {
  // The split is where the two sides differ most, so the share with a change at .001 is larger than
  // .001: .017 in 1,000 other series of 30. 300 series: 3.5 sigma above are 13.
  int with_change = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const auto series = noise("null " + std::to_string(trial), 30);
    const auto points = change_points(series, {});
    with_change += points.empty() ? 0 : 1;
    CHECK(change_points(series, {}).size() == points.size());
  }
  CAPTURE(with_change);
  CHECK(with_change <= 13);
}

}  // namespace dpsco
