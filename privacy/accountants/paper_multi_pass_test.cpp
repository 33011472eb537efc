#include "privacy/accountants/paper_multi_pass.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/strong_composition.hpp"

namespace dpsco {

// T = n^1.5. Columns: n, delta, Theorem 2, Proposition 3, and Proposition 5 on the exact steps, by
// an independent Python program to the digits shown.
TEST_CASE("multi pass: Theorem 2, Proposition 3 and strong composition of the exact steps") {
  const double golden[][5] = {{100, 1e-5, 3.614, 4.986, 2.717},
                              {100, 1e-4, 3.285, 4.565, 2.446},
                              {1000, 1e-5, 1.959, 2.622, 1.499},
                              {1000, 1e-6, 2.127, 2.838, 1.636},
                              {10000, 1e-5, 1.078, 1.417, 0.832},
                              {10000, 1e-8, 1.342, 1.755, 1.045}};
  for (const auto& row : golden) {
    const auto n = std::int64_t(row[0]), T = std::int64_t(std::llround(std::pow(row[0], 1.5)));
    const double delta = row[1];
    CHECK(std::abs(theorem_2_epsilon(n, T, delta) - row[2]) < 6e-4);
    CHECK(std::abs(proposition_3_epsilon(n, T, delta, Lemma6Form::printed) - row[3]) < 6e-4);
    // Proposition 5 on Lemma 6 with the "-1" and the exact steps of the corrected eq. (3).
    std::vector<DpStep> steps;
    for (std::int64_t t = 2; t <= T; ++t) {
      const double ratio = multi_pass_noise_ratio(t, n, delta, false);
      const double share = double(n) * delta / (2 * double(t) * double(t - 1));
      const StepGuarantee step = lemma_6(n, share, 1 / (2 * ratio), 1, 1, Lemma6Form::minus_one);
      CHECK(near(step.delta, delta / (2 * double(t) * double(t - 1)), 1e-12));
      steps.push_back({step.epsilon, 0, 1});
    }
    CHECK(std::abs(drv10_epsilon(sums(steps), delta / 2) - row[4]) < 6e-4);
  }
}

TEST_CASE("multi pass: Theorem 2's constants follow from Proposition 3 only with the '-1'") {
  const double e = std::numbers::e;
  CHECK(std::numbers::sqrt2 * e > 3);
  CHECK(e * e > 3);
  for (const std::int64_t n : {100, 1000, 10000}) {
    const std::int64_t T = n;  // epsilon = n^-1/2, small: both terms count
    CHECK(proposition_3_epsilon(n, T, 1e-5, Lemma6Form::printed) > theorem_2_epsilon(n, T, 1e-5));
    CHECK(proposition_3_epsilon(n, T, 1e-5, Lemma6Form::minus_one) < theorem_2_epsilon(n, T, 1e-5));
  }
}

TEST_CASE("multi pass: Lemma 6 with the '-1' is tighter, by e/(e-1) at epsilon 1 and large m") {
  const double delta = 1e-6, sigma = std::sqrt(8 * std::log(1.25 / delta));  // x = 1 exactly
  const auto printed = lemma_6(1000000, delta, 1 - 1e-12, 1, sigma, Lemma6Form::printed),
             tight = lemma_6(1000000, delta, 1 - 1e-12, 1, sigma, Lemma6Form::minus_one);
  CHECK(near(printed.epsilon / tight.epsilon, std::numbers::e / (std::numbers::e - 1), 1e-5));
  CHECK(printed.delta == delta / 1e6);
}

TEST_CASE("multi pass: what the paper leaves unstated is refused, naming a value that works") {
  CHECK_THROWS_WITH_AS((void)proposition_3_epsilon(1000000, 10, 1e-5, Lemma6Form::printed),
                       doctest::Contains("must be below 2.5"),
                       ConfigError);
  CHECK_THROWS_AS((void)theorem_2_epsilon(1000000, 10, 1e-5), ConfigError);
  CHECK_THROWS_AS((void)multi_pass_noise_ratio(1, 100, 1e-5, true), ConfigError);
  CHECK_THROWS_WITH_AS((void)lemma_6(10, 1e-5, 1, 1, 0.1, Lemma6Form::printed),
                       doctest::Contains("at most 1"),
                       ConfigError);
  CHECK_THROWS_AS((void)lemma_6(10, 1, 1, 1, 10, Lemma6Form::printed), ConfigError);
}

// With L_t = ln(2.5 t^2/(n delta)) the step has Delta_t^2 = 1/(2 (t L_t - (t-1) L_{t-1})), and
// t L_t - (t-1) L_{t-1} = L_t + (t-1) ln(t^2/(t-1)^2) > L_t > ln(2.5 t (t-1)/(n delta)), which is
// ln(1.25/delta_t) for its delta_t = n delta/(2 t (t-1)): the per-step Gaussian epsilon is below 1.
TEST_CASE("multi pass: every step of Proposition 3's schedule satisfies Lemma 6's hypothesis") {
  for (const std::int64_t n : {100, 10000})
    for (std::int64_t t = 2; t <= 2000; ++t)
      CHECK_NOTHROW((void)lemma_6(n,
                                  double(n) * 1e-5 / (2 * double(t) * double(t - 1)),
                                  1 / (2 * multi_pass_noise_ratio(t, n, 1e-5, false)),
                                  1,
                                  1,
                                  Lemma6Form::minus_one));
}

}  // namespace dpsco
