#include "results/compare/paired_tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <boost/math/distributions/normal.hpp>
#include <doctest/doctest.h>

#include "framework/core/hashing.hpp"
#include "framework/core/random.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

/// p of the signed ranks by going through all 2^n signs. pre: no zeros.
double enumerated(const std::vector<double>& differences) {
  const std::size_t n = differences.size();
  std::vector<double> sizes;
  sizes.reserve(n);
  for (const double difference : differences) sizes.push_back(std::abs(difference));
  const std::vector<double> ranks = mean_ranks_of(sizes);
  double seen = 0;
  for (std::size_t i = 0; i < n; ++i) seen += differences[i] > 0 ? ranks[i] : 0;
  double below = 0, above = 0;
  for (std::size_t signs = 0; signs < (std::size_t{1} << n); ++signs) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += (signs >> i & 1U) != 0 ? ranks[i] : 0;
    below += sum <= seen ? 1 : 0;
    above += sum >= seen ? 1 : 0;
  }
  return std::min(1.0, 2 * std::min(below, above) / std::pow(2, n));
}

}  // namespace

TEST_CASE("sign test: its p is the tail of fair coins") {
  CHECK(near(*sign_test(10, 0), 2.0 / 1024, 1e-12));
  CHECK(near(*sign_test(2, 8), 2 * (1 + 10 + 45) / 1024.0, 1e-12));
  CHECK(*sign_test(5, 5) == 1);
  CHECK(!sign_test(0, 0));
}

TEST_CASE("signed ranks: the exact p is that of going through all signs, with and without ties") {
  Stream stream(sha256_words("signed ranks test"));
  for (std::size_t n = 1; n <= 11; ++n) {
    std::vector<double> smooth(n), tied(n);
    stream.normals(smooth);
    for (double& value : tied)
      value = (double(stream.below(3)) + 1) * (stream.below(2) == 0 ? 1 : -1);
    CAPTURE(n);
    CHECK(near(*signed_rank_test(smooth), enumerated(smooth), 1e-12));
    CHECK(near(*signed_rank_test(tied), enumerated(tied), 1e-12));
  }
}

TEST_CASE("signed ranks: zeros are dropped, infinite differences have the largest rank") {
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(*signed_rank_test(std::vector{0.0, 1.0, -2.0, 3.0, 0.0}) ==
        *signed_rank_test(std::vector{1.0, -2.0, 3.0}));
  CHECK(*signed_rank_test(std::vector{1.0, 2.0, -3.0, inf, inf}) ==
        *signed_rank_test(std::vector{1.0, 2.0, -3.0, 10.0, 10.0}));
  CHECK(!signed_rank_test(std::vector{0.0, 0.0}));
}

TEST_CASE("signed ranks: the normal law takes over without a jump") {
  // 100 differences are exact, the same 100 and a tiny one are not. The tiny one adds 1 to every
  // rank, which moves the standardised sum by (positive - negative) / 2 over its deviation of 291:
  // less than .06 as long as fewer than 68 are positive, which is checked.
  Stream stream(sha256_words("signed ranks test: large"));
  std::vector<double> differences(exact_signed_ranks);
  stream.normals(differences);
  for (double& value : differences) value += 0.15;
  const boost::math::normal normal;
  const auto z = [&] {
    return boost::math::quantile(normal, 1 - *signed_rank_test(differences) / 2);
  };
  CHECK(std::count_if(differences.begin(), differences.end(), [](double x) { return x > 0; }) < 68);
  const double exact = z();
  differences.push_back(1e-9);
  CHECK(exact > 1);
  CHECK(std::abs(z() - exact) < 0.06);
}

TEST_CASE("signed ranks and signs: at 5 % they accuse fair differences at most 5 % of the time") {
  // 4,000 trials: 3.5 sigma of a binomial share around .05 are .012.
  Stream stream(sha256_words("signed ranks test: level"));
  int ranks = 0, signs = 0;
  std::vector<double> differences(20);
  for (int trial = 0; trial < 4000; ++trial) {
    stream.normals(differences);
    ranks += *signed_rank_test(differences) < 0.05 ? 1 : 0;
    const auto wins = std::size_t(
        std::count_if(differences.begin(), differences.end(), [](double x) { return x < 0; }));
    signs += *sign_test(wins, differences.size() - wins) < 0.05 ? 1 : 0;
  }
  CHECK(ranks / 4000.0 < 0.062);
  CHECK(ranks / 4000.0 > 0.036);
  CHECK(signs / 4000.0 < 0.062);
}

TEST_CASE("Holm: adjusted values are those of the step-down procedure by hand") {
  const std::vector<std::optional<double>> p{0.01, 0.04, std::nullopt, 0.03, 0.005};
  const auto adjusted = holm(p);
  CHECK(near(*adjusted[4], 0.02, 1e-15));  // 4 * .005
  CHECK(near(*adjusted[0], 0.03, 1e-15));  // 3 * .01
  CHECK(near(*adjusted[3], 0.06, 1e-15));  // 2 * .03
  CHECK(near(*adjusted[1], 0.06, 1e-15));  // 1 * .04, but not below the one before
  CHECK(!adjusted[2]);
}

TEST_CASE("pooled t test: two degrees of freedom have a closed form") {
  // {0, 2} and {4, 6}: difference 4, pooled variance 2, error sqrt 2, t = 2 sqrt 2; with two
  // degrees of freedom p = 1 - t / sqrt(2 + t^2).
  const double t = 4 / std::sqrt(2.0);
  CHECK(near(pooled_t_test(std::vector{0.0, 2.0}, std::vector{4.0, 6.0}),
             1 - t / std::sqrt(2 + t * t),
             1e-12));
  CHECK(pooled_t_test(std::vector{1.0, 1.0}, std::vector{1.0, 1.0}) == 1);
  CHECK(pooled_t_test(std::vector{1.0, 1.0}, std::vector{2.0, 2.0}) == 0);
}

}  // namespace dpsco
