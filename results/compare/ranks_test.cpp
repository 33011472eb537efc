#include "results/compare/ranks.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "framework/testing/near.hpp"

namespace dpsco {

namespace {
constexpr double inf = std::numeric_limits<double>::infinity();
}  // namespace

TEST_CASE("ranks: the range of k normals has the quantiles of the exact integral") {
  // mpmath 1.3.0, 30 digits. k = 2 is also sqrt 2 times the normal quantile 1.959964.
  CHECK(near(normal_range_quantile(2, 0.95), 2.771807648699356, 1e-8));
  CHECK(near(normal_range_quantile(3, 0.95), 3.314493155398121, 1e-8));
  CHECK(near(normal_range_quantile(5, 0.95), 3.857655510378623, 1e-8));
  CHECK(near(normal_range_quantile(10, 0.95), 4.474124221725905, 1e-8));
}

TEST_CASE("ranks: three methods in the same order in four cells, by hand") {
  // Rank sums 4, 8, 12: chi^2 = 12 / (4 * 3 * 4) * (16 + 64 + 144) - 3 * 4 * 4 = 8, p = e^-4.
  const MeanRanks found = mean_ranks({{1, 2, 3}, {10, 20, inf}, {-1, 0, 1}, {0.1, 0.2, 0.3}});
  CHECK(found.ranks == std::vector<double>{1, 2, 3});
  CHECK(near(*found.p, std::exp(-4.0), 1e-12));
  CHECK(near(
      *found.critical_difference, 3.314493155398121 / std::sqrt(2.0) * std::sqrt(12.0 / 24), 1e-8));
}

TEST_CASE("ranks: ties share their rank, and equal methods are not told apart") {
  const MeanRanks tied = mean_ranks({{1, 1, 2}, {2, 2, 1}});
  CHECK(tied.ranks == std::vector<double>{2, 2, 2});
  CHECK(*tied.p == 1);
  CHECK(*mean_ranks({{5, 5}, {5, 5}}).p == 1);
  CHECK(!mean_ranks({{1, 2}}).p);
  CHECK(mean_ranks({}).cells == 0);
}

TEST_CASE(
    "profile: the share within tau of the best counts failures and leaves out what has no ratio") {
  const PerformanceProfile profile =
      performance_profile({{1, 2}, {4, 2}, {3, inf}, {-1, 5}, {inf, inf}});
  CHECK(profile.cells == 3);
  CHECK(profile.without_ratio == 2);
  CHECK(near(share_at(profile, 0, 1), 2.0 / 3, 1e-15));
  CHECK(near(share_at(profile, 1, 1), 1.0 / 3, 1e-15));
  CHECK(share_at(profile, 0, 2) == 1);
  CHECK(near(share_at(profile, 1, 2), 2.0 / 3, 1e-15));
  CHECK(near(share_at(profile, 1, 1e9), 2.0 / 3, 1e-15));  // it failed once
  CHECK(share_at(profile, 0, 0.5) == 0);
}

}  // namespace dpsco
