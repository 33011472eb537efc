// The law of the normals, from one million draws with a fixed seed. Every threshold follows from
// the law itself: 5 standard deviations, or a quantile of the limit law of the statistic.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <doctest/doctest.h>

#include "framework/core/random.hpp"

namespace dpsco {

namespace {

const std::vector<double>& draws() {
  static const std::vector<double> z = [] {
    std::vector<double> values(std::size_t{1} << 20U);
    Stream({101, 102}).normals(values);
    return values;
  }();
  return z;
}

double phi(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

/// Mean of term(i) over i < n lies within 5 standard deviations of `mean`.
template <class Term>
bool mean_is(std::size_t n, double mean, double variance, const Term& term) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += term(i);
  return std::abs(sum / double(n) - mean) < 5 * std::sqrt(variance / double(n));
}

}  // namespace

TEST_CASE("moments one to six of the normals") {
  const auto& z = draws();
  const std::array<double, 13> moment{1, 0, 1, 0, 3, 0, 15, 0, 105, 0, 945, 0, 10395};
  for (std::size_t p = 1; p <= 6; ++p) {
    CAPTURE(p);
    const double variance = moment[2 * p] - moment[p] * moment[p];
    CHECK(mean_is(
        z.size(), moment[p], variance, [&](std::size_t i) { return std::pow(z[i], double(p)); }));
  }
}

TEST_CASE("normals at any distance up to 40 are uncorrelated, and so are their squares") {
  // Distance 8 holds the two coordinates of one Box-Muller point; 16 neighbouring tiles.
  const auto& z = draws();
  for (std::size_t lag = 1; lag <= 40; ++lag) {
    CAPTURE(lag);
    const std::size_t n = z.size() - lag;
    CHECK(mean_is(n, 0, 1, [&](std::size_t i) { return z[i] * z[i + lag]; }));
    CHECK(mean_is(
        n, 0, 4, [&](std::size_t i) { return (z[i] * z[i] - 1) * (z[i + lag] * z[i + lag] - 1); }));
  }
}

TEST_CASE("each of the 16 places of a tile has mean 0, variance 1 and no skew") {
  const auto& z = draws();
  for (std::size_t lane = 0; lane < 16; ++lane) {
    CAPTURE(lane);
    const auto at = [&](std::size_t i) { return z[16 * i + lane]; };
    CHECK(mean_is(z.size() / 16, 0, 1, at));
    CHECK(mean_is(z.size() / 16, 1, 2, [&](std::size_t i) { return at(i) * at(i); }));
    CHECK(mean_is(z.size() / 16, 0, 15, [&](std::size_t i) { return std::pow(at(i), 3); }));
  }
}

TEST_CASE("both tails have the normal weight beyond 1, 2, 3, 4 and 4.5") {
  const auto& z = draws();
  for (const double x : {1., 2., 3., 4., 4.5}) {
    const double p = phi(-x);
    CAPTURE(x);
    CHECK(mean_is(z.size(), p, p * (1 - p), [&](std::size_t i) { return z[i] > x ? 1. : 0.; }));
    CHECK(mean_is(z.size(), p, p * (1 - p), [&](std::size_t i) { return z[i] < -x ? 1. : 0.; }));
  }
}

TEST_CASE("Kolmogorov-Smirnov: the empirical distribution is the normal one") {
  std::vector<double> z = draws();
  std::ranges::sort(z);
  const auto n = double(z.size());
  double distance = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double p = phi(z[i]);
    distance = std::max({distance, p - double(i) / n, double(i + 1) / n - p});
  }
  // P(sqrt(n) D > x) -> 2 exp(-2 x^2), up to smaller terms: 1e-5 at x = 2.47.
  CHECK(std::sqrt(n) * distance < 2.47);
}

TEST_CASE("chi-square: 1000 cells of equal probability are filled evenly") {
  const boost::math::normal law;
  constexpr std::size_t cells = 1000;
  std::vector<double> borders;
  std::vector<double> counts(cells);
  for (std::size_t k = 1; k < cells; ++k)
    borders.push_back(quantile(law, double(k) / double(cells)));
  for (const double z : draws())
    ++counts[std::size_t(std::ranges::upper_bound(borders, z) - borders.begin())];
  const double expected = double(draws().size()) / double(cells);
  double statistic = 0;
  for (const double count : counts) statistic += (count - expected) * (count - expected) / expected;
  const boost::math::chi_squared limit(double(cells) - 1);
  CHECK(statistic < quantile(limit, 1 - 1e-5));
  CHECK(statistic > quantile(limit, 1e-5));  // too even is wrong as well
}

}  // namespace dpsco
