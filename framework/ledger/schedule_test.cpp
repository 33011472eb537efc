#include "framework/ledger/schedule.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"

namespace dpsco {

// Golden values: ../shared/reference/single_multi_pass.json (independent Python with exact
// integers).
TEST_CASE("growing batches: the integer rule of Assumption 3") {
  const auto batches = [](std::int64_t T) {
    std::vector<std::int64_t> all;
    for (std::int64_t t = 1; t <= T; ++t) all.push_back(growing_batch(t, T));
    return all;
  };
  CHECK(batches(2) == std::vector<std::int64_t>{1, 1});
  CHECK(batches(3) == std::vector<std::int64_t>{1, 1, 2});
  CHECK(batches(10) == std::vector<std::int64_t>{1, 1, 1, 1, 1, 1, 2, 2, 2, 3});
  CHECK(batches(20) ==
        std::vector<std::int64_t>{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 4});
  for (std::int64_t T = 1; T <= 300; ++T) {
    for (std::int64_t t = 1; t <= T; ++t) {
      const std::int64_t m = growing_batch(t, T), left = 2 * (T - t + 1);
      REQUIRE(left * m * m >= T);
      REQUIRE((m == 1 || left * (m - 1) * (m - 1) < T));
    }
  }
}

TEST_CASE("single pass: T(n) is the largest horizon whose batches fit in n records") {
  const auto used = [](std::int64_t T) {
    std::int64_t sum = 0;
    for (std::int64_t t = 2; t <= T; ++t) sum += growing_batch(t, T);
    return sum;
  };
  const std::vector<std::vector<std::int64_t>> golden{{10, 8, 10},
                                                      {100, 60, 100},
                                                      {500, 286, 500},
                                                      {1000, 563, 1000},
                                                      {2000, 1118, 2000},
                                                      {5000, 2773, 5000},
                                                      {10000, 5529, 10000},
                                                      {100000, 55004, 99999}};
  for (const auto& row : golden) {
    CHECK(single_pass_horizon(row[0]) == row[1]);
    CHECK(used(row[1]) == row[2]);
  }
  CHECK(single_pass_horizon(0) == 1);
  CHECK(single_pass_horizon(1) == 2);
  for (std::int64_t n = 1; n <= 300; ++n) {
    const std::int64_t T = single_pass_horizon(n);
    REQUIRE(used(T) <= n);
    REQUIRE(used(T + 1) > n);
  }
}

TEST_CASE("named schedules expand to their definition and refuse anything else") {
  const auto arrays =
      expand({"ma2022", {{"updates", 9}, {"step_sensitivity", 0.5}, {"beta0", 2.0}}});
  REQUIRE(arrays.sigma.size() == 9);
  CHECK(arrays.contraction.front() == 0.5);  // t = 2
  CHECK(arrays.sensitivity.back() == 0.5 * 0.9 / 3);
  CHECK(arrays.sigma.back() == std::sqrt((1 - 0.9 * 0.9) * 2));
  const auto plain =
      expand({"growing-batches", {{"updates", 9}, {"step_sensitivity", 0.5}, {"sigma", 3.0}}});
  CHECK(plain.contraction.back() == 1);
  CHECK(plain.sigma.front() == 3);
  CHECK(expand({"ma2022", {{"updates", 0}, {"step_sensitivity", 1}, {"beta0", 1}}}).sigma.empty());
  CHECK_THROWS_WITH_AS(
      expand({"ma2023", {}}), "unknown schedule 'ma2023'; did you mean 'ma2022'?", ConfigError);
  CHECK_THROWS_AS(expand({"ma2022", {{"updates", 2.5}, {"step_sensitivity", 1}, {"beta0", 1}}}),
                  ConfigError);
  CHECK_THROWS_AS(expand({"ma2022", {{"updates", 2}, {"step_sensitivity", NAN}, {"beta0", 1}}}),
                  ConfigError);
}

}  // namespace dpsco
