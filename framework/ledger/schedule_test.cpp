#include "framework/ledger/schedule.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"

namespace dpsco {

// Golden values: an independent Python program with exact integers.
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

// By brute force from the definition, in long double.
TEST_CASE("equalised batches: no record costs more than F = 1, and one record fewer would") {
  const auto cost = [](std::int64_t t, std::int64_t T, std::int64_t m, bool constant) {
    const auto k = (long double)(t - 1), all = (long double)T;
    const long double q = constant ? std::pow(1 - 1 / all, 2 * (all - k)) : k * k / (all * all);
    return q / ((long double)(m * m) * (1 - q));
  };
  for (const bool constant : {false, true}) {
    const BatchRule rule{.kind = constant ? BatchRule::Kind::equalised_constant
                                          : BatchRule::Kind::equalised_harmonic};
    for (const std::int64_t T : {2, 3, 10, 100, 1283, 5000})
      for (std::int64_t t = 2; t <= T; ++t) {
        const std::int64_t m = rule.batch(t, T);
        REQUIRE(cost(t, T, m, constant) <= 1 + 1e-12L);
        REQUIRE((m == 1 || cost(t, T, m - 1, constant) > 1 - 1e-12L));
      }
  }
  // Golden values: an independent Python count; the paper's rule gives T/n -> 0.549 and 1118.
  const BatchRule equalised{.kind = BatchRule::Kind::equalised_harmonic};
  CHECK(equalised.horizon(2000) == 1283);
  CHECK(std::abs(double(equalised.horizon(1000000)) / 1e6 - 0.6295) < 1e-3);
}

TEST_CASE("batch rules: snowball batches, and the printed index is the rule one update late") {
  const BatchRule snowball{.kind = BatchRule::Kind::snowball, .growth = 100};
  CHECK(snowball.batch(10, 10) == 10);
  CHECK(snowball.batch(9, 10) == 8);  // ceil(sqrt(50)) = ceil(7.07)
  CHECK(snowball.batch(7, 10) == 5);  // sqrt(25), exactly
  CHECK(snowball.horizon(9) == 1);
  CHECK(snowball.horizon(10) == 2);
  CHECK(snowball.horizon(17) == 2);
  CHECK(snowball.horizon(18) == 3);
  const BatchRule printed{.printed_index = true};
  for (std::int64_t t = 2; t <= 50; ++t) CHECK(printed.batch(t, 50) == growing_batch(t - 1, 50));
  // m_1 + ... + m_{T-1} at T = 1000, by an independent Python count.
  std::int64_t sum = 0;
  for (std::int64_t t = 2; t <= 1000; ++t) sum += printed.batch(t, 1000);
  CHECK(sum == 1765);
}

TEST_CASE("flags of ma2022 change what they say and nothing else") {
  const NamedSchedule plain{"ma2022", {{"updates", 9}, {"step_sensitivity", 0.5}, {"beta0", 2.0}}};
  NamedSchedule constant = plain, printed = plain, odd = plain, wrong = plain;
  constant.parameters["constant_shrinkage"] = 1;
  printed.parameters["printed_index"] = 1;
  odd.parameters["printed_index"] = 0.5;
  wrong.parameters["printed-index"] = 1;
  CHECK(expand(constant).contraction == std::vector<double>(9, 0.9));
  CHECK(expand(constant).sigma.front() == std::sqrt((1 - 0.9 * 0.9) * 2));
  CHECK(expand(printed).contraction == expand(plain).contraction);
  CHECK(expand(printed).sensitivity.back() == 0.5 * 0.9 / 2);
  CHECK_THROWS_WITH_AS(
      expand(odd), "schedule 'ma2022': printed_index = 0.5 must be 0 or 1", ConfigError);
  CHECK_THROWS_WITH_AS(
      expand(wrong),
      "schedule 'ma2022' has no parameter 'printed-index'; did you mean 'printed_index'?",
      ConfigError);
}

// Theorem 2's a_t = 8 t log(2.5 t^2/(n delta)), straight from the formula in long double.
TEST_CASE("multi-pass noise multipliers: the differences of a_t without their cancellation") {
  const NamedSchedule named{"ma2022-multi-pass",
                            {{"updates", 99999}, {"n_delta", 0.02}, {"step_scale", 2.0}}};
  const auto noise = expand_noise_multipliers(named);
  REQUIRE(noise.size() == 99999);
  const auto a = [](long double t) { return 8 * t * std::log(2.5L * t * t / 0.02L); };
  for (const std::int64_t t : {2, 3, 10, 1000, 100000}) {
    const auto s = (long double)t;
    const long double expected = std::sqrt(a(s) - a(s - 1)) / 2;
    CHECK(std::abs(noise[std::size_t(t - 2)] / double(expected) - 1) < 1e-12);
    CHECK(std::abs(multi_pass_inverse_square(t, 0.02) / double(a(s)) - 1) < 1e-14);
  }
  NamedSchedule large = named;
  large.parameters["n_delta"] = 2.5;
  CHECK_THROWS_AS(check(large), ConfigError);
  CHECK_THROWS_AS(expand(named), ConfigError);
  CHECK_THROWS_AS(
      expand_noise_multipliers({"ma2022", {{"updates", 2}, {"step_sensitivity", 1}, {"beta0", 1}}}),
      ConfigError);
}

}  // namespace dpsco
