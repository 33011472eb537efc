// The contour engine against exact values, closed forms and itself.
#include "privacy/numeric/contour_curve.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "framework/core/random.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"
#include "privacy/golden/contour_rows.hpp"
#include "privacy/numeric/contour_law.hpp"
#include "privacy/numeric/single_step.hpp"

namespace dpsco {

namespace {

constexpr SampledPair all_pairs[] = {SampledPair::poisson_remove,
                                     SampledPair::poisson_add,
                                     SampledPair::poisson_replace,
                                     SampledPair::without_replacement};

Outcome<Bracket> epsilon(const Composition& composition, double delta) {
  const auto curve = ContourCurve::at_delta(composition, std::log(delta));
  if (!curve) return curve.skip();
  return curve->epsilon(std::log(delta));
}
Outcome<Bracket> epsilon(const SampledStep& step, double delta) {
  return epsilon(Composition{.steps = {step}}, delta);
}

}  // namespace

TEST_CASE("bounds enclose every exact row and are within 1e-11, next to a bump within 1e-6") {
  for (const ContourRow& row : contour_rows) {
    CAPTURE(row.id);
    CAPTURE(int(row.pair));
    const auto found = epsilon({row.pair, row.rate, row.ratio, row.count}, row.delta);
    REQUIRE(found);
    // The golden double itself is rounded.
    CHECK(found->lower <= row.epsilon * (1 + 2e-16));
    CHECK(found->upper >= row.epsilon * (1 - 2e-16));
    // Two rows sit in the single-jump regime, where every line cancels.
    const bool bump =
        row.id.starts_with("pois_q1e-4_s0.7") || row.id.starts_with("issue_prv_accountant17");
    const double tolerance = bump && row.pair == SampledPair::poisson_remove ? 1e-6 : 1e-11;
    CHECK(found->upper - row.epsilon <= tolerance * std::max(1.0, row.epsilon));
    CHECK(row.epsilon - found->lower <= tolerance * std::max(1.0, row.epsilon));
  }
}

TEST_CASE("mass is 1 for every pair, and for the symmetric pair that of the other law too") {
  for (const SampledPair pair : all_pairs)
    for (const double q : {1e-6, 0.01, 0.5, 0.999})
      for (const double ratio : {0.05, 0.4, 1.0, 30.0}) {
        CAPTURE(int(pair));
        CAPTURE(q);
        CAPTURE(ratio);
        const LossPoints points = loss_points({pair, q, ratio, 1}, {.c = 2, .y = 2});
        REQUIRE_FALSE(points.overflowed);
        CHECK(std::abs(log_moment(points, 0).value) < 4e-15);
        if (pair == SampledPair::without_replacement)
          CHECK(std::abs(log_moment(points, -1).value) < 4e-15);
      }
}

TEST_CASE("M agrees with the binomial sum at integer orders") {
  // E_Q[r^a] - 1 = sum over k of C(a, k) (1 - q)^(a - k) q^k (exp(k (k - 1) / (2 ratio^2)) - 1).
  for (const double q : {1e-3, 0.2})
    for (const double ratio : {0.7, 2.0})
      for (const int a : {2, 3, 7}) {
        double sum = 0, binomial = 1;
        for (int k = 0; k <= a; ++k) {
          sum += binomial * std::pow(1 - q, a - k) * std::pow(q, k) *
                 std::expm1(k * (k - 1) / (2 * ratio * ratio));
          binomial *= double(a - k) / (k + 1);
        }
        const LossPoints points =
            loss_points({SampledPair::poisson_remove, q, ratio, 1}, {.c = 8, .y = 1});
        CHECK(near(log_moment(points, a - 1).value, std::log1p(sum), 1e-13));
      }
}

TEST_CASE("a Gaussian mechanism composed in gives the Gaussian curve as the rate vanishes") {
  const Composition composition{.squared_mu = 0.8,
                                .steps = {{SampledPair::poisson_remove, 1e-9, 2, 1}}};
  for (const double delta : {0.1, 1e-5, 1e-20, 1e-100, 1e-300}) {
    const auto found = epsilon(composition, delta);
    REQUIRE(found);
    const double exact = gdp_epsilon(std::sqrt(0.8), delta);
    CHECK(near(found->upper, exact, 1e-8));
    CHECK(near(found->lower, exact, 1e-8));
    CHECK(found->lower <= exact * (1 + 1e-8));
  }
}

TEST_CASE(
    "delta(epsilon) and epsilon(delta) of one curve are inverse, and far queries stay bounds") {
  const Composition composition{.steps = {{SampledPair::poisson_remove, 0.01, 1, 1000}}};
  const auto curve = ContourCurve::at_delta(composition, std::log(1e-5));
  REQUIRE(curve);
  const Bracket at = curve->log_delta(1.8282366665165768);
  CHECK(at.lower <= std::log(1e-5));
  CHECK(at.upper >= std::log(1e-5));
  CHECK(near(at.upper, std::log(1e-5), 1e-11));
  for (const ContourRow& row : contour_rows) {
    if (row.pair != SampledPair::poisson_remove || row.rate != 0.01 || row.ratio != 1 ||
        row.count != 1000)
      continue;
    const Bracket found = curve->epsilon(std::log(row.delta));
    CHECK(found.lower <= row.epsilon * (1 + 1e-15));
    CHECK(found.upper >= row.epsilon * (1 - 1e-15));
  }
}

TEST_CASE("delta = 1e-300 has relative accuracy; a Chernoff bound refutes the table's 67806") {
  const Composition composition{.steps = {{SampledPair::poisson_remove, 0.01, 1, 1000}}};
  const auto found = epsilon(composition, 1e-300);
  REQUIRE(found);
  CHECK(found->upper - found->lower <= 1e-9);
  // delta(epsilon) <= exp(K(c) - c epsilon) for any c: below 1e-300 already at epsilon = 90.
  const double c = 8.33;
  const CompositionLaws laws(composition, c, 1);
  CHECK(laws.at(c).value - c * 90 < std::log(1e-300));
  CHECK(found->upper < 90);
}

TEST_CASE("one step by contour, where it is affordable, is the closed form") {
  for (const SampledPair pair : {SampledPair::poisson_remove, SampledPair::poisson_add}) {
    const SampledStep step{pair, 0.7, 2, 1};
    for (const double delta : {0.1, 1e-4, 1e-12}) {
      const auto found = epsilon(step, delta);
      if (!found) continue;
      const Bracket exact = single_step_epsilon(step, delta);
      CHECK(found->lower <= exact.upper);
      CHECK(found->upper >= exact.lower);
    }
  }
}

TEST_CASE("epsilon grows with count and rate, falls with ratio and delta") {
  const auto upper = [](double q, double ratio, double count, double delta) {
    const auto found = epsilon({SampledPair::poisson_remove, q, ratio, count}, delta);
    REQUIRE(found);
    CHECK(found->lower <= found->upper);
    return *found;
  };
  Bracket last = upper(0.02, 1, 500, 1e-6);
  for (const double count : {600.0, 1e3, 1e5, 1e9, 1e12}) {
    const Bracket next = upper(0.02, 1, count, 1e-6);
    CHECK(next.lower > last.upper);
    last = next;
  }
  CHECK(upper(0.021, 1, 500, 1e-6).lower > upper(0.02, 1, 500, 1e-6).upper);
  CHECK(upper(0.02, 1.01, 500, 1e-6).upper < upper(0.02, 1, 500, 1e-6).lower);
  CHECK(upper(0.02, 1, 500, 1e-7).lower > upper(0.02, 1, 500, 1e-6).upper);
}

TEST_CASE("counts up to 1e15 price, and to the central limit") {
  const double count = 1e15, q = 1e-9, ratio = 2;
  const auto found = epsilon({SampledPair::poisson_remove, q, ratio, count}, 1e-6);
  REQUIRE(found);
  const double mu = q * std::sqrt(count * std::expm1(1 / (ratio * ratio)));
  CHECK(near(found->upper, gdp_epsilon(mu, 1e-6), 1e-3));
  CHECK(near(found->upper, found->lower, 1e-9));
}

TEST_CASE("fuzz: never NaN, lower <= upper, bounded work, on every pair") {
  Stream stream({7, 11});
  int priced = 0;
  for (int k = 0; k < 240; ++k) {
    const auto between = [&](double low, double high) {
      return std::exp(std::log(low) + stream.uniform() * (std::log(high) - std::log(low)));
    };
    const SampledStep step{.pair = all_pairs[k % 4],
                           .rate = std::min(between(1e-6, 1), 1 - 1e-12),
                           .ratio = between(0.01, 1e4),
                           .count = std::ceil(between(1, 1e8))};
    const double delta = between(1e-300, 0.9);
    CAPTURE(int(step.pair));
    CAPTURE(step.rate);
    CAPTURE(step.ratio);
    CAPTURE(step.count);
    CAPTURE(delta);
    const auto found = epsilon(step, delta);
    if (!found) continue;
    ++priced;
    CHECK(found->lower >= 0);
    CHECK(found->lower <= found->upper);
  }
  MESSAGE("priced ", priced, " of 240");
  CHECK(priced > 80);
}

}  // namespace dpsco
