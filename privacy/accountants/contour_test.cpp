// The contour accountant on ledgers.
#include "privacy/accountants/contour.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"
#include "privacy/golden/contour_rows.hpp"

namespace dpsco {

namespace {

Event gaussian(double noise, std::int64_t count = 1) {
  return {Gaussian{.noise_multiplier = noise}, count};
}
Event poisson(double rate, double noise, std::int64_t count) {
  return {PoissonSampled{.sampling_rate = rate, .inner = {gaussian(noise)}}, count};
}
Event without(std::int64_t batch, std::int64_t population, double noise, std::int64_t count) {
  return {SampledWithoutReplacement{
              .batch = batch, .population = population, .inner = {gaussian(noise)}},
          count};
}
Outcome<Price> price(std::vector<Event> events, double delta, Adjacency adjacency) {
  return ContourAccountant{}.price({.adjacency = adjacency, .events = std::move(events)}, delta);
}
constexpr auto add_remove = Adjacency::add_remove, replace_one = Adjacency::replace_one;

}  // namespace

TEST_CASE("poisson sampling under add_remove: the larger of both directions") {
  const auto p = price({poisson(0.01, 1, 1000)}, 1e-5, add_remove);
  REQUIRE(p);
  CHECK(p->direction == Direction::upper);
  CHECK(near(p->epsilon, 1.8282366665165768, 1e-11));
  CHECK(p->epsilon >= 1.8282366665165768);
  CHECK(*p->epsilon_lower <= 1.8282366665165769);
  CHECK(near(*p->epsilon_lower, 1.8282366665165768, 1e-11));
  const auto zeroed = price({poisson(0.01, 1, 1000)}, 1e-5, Adjacency::zero_out);
  CHECK(zeroed->epsilon == p->epsilon);  // a null record adds nothing: the same pairs
}

TEST_CASE("poisson sampling under replace_one: a proved pair above, opposite records below") {
  const auto p = price({poisson(0.01, 1, 1000)}, 1e-5, replace_one);
  REQUIRE(p);
  CHECK(p->direction == Direction::upper);
  CHECK(near(*p->epsilon_lower, 2.84344025927445949, 1e-11));
  // The same upper pair as for a batch of fixed size with versions 2 C apart.
  CHECK(p->epsilon == price({without(10, 1000, 1, 1000)}, 1e-5, replace_one)->epsilon);
  const auto stated =
      price({Event{PoissonSampled{0.01, {{Gaussian{1, 0.5}}}}, 1000}}, 1e-5, replace_one);
  REQUIRE(stated);
  CHECK(stated->epsilon < p->epsilon);
  CHECK(stated->epsilon >= price({poisson(0.01, 1, 1000)}, 1e-5, add_remove)->epsilon);
  CHECK_FALSE(stated->epsilon_lower);
  CHECK_FALSE(price({Event{PoissonSampled{0.01, {{Gdp{1}}}}, 1000}}, 1e-5, replace_one));
  Heterogeneous many{.inner = {poisson(0.05, 1, 1)}, .noise_multiplier = {}};
  for (int t = 0; t < 5000; ++t) many.noise_multiplier.push_back(3 + 1.5 * t / 4999);
  const auto different = price({Event{many, 1}}, 1e-5, replace_one);
  REQUIRE(different);
  const auto less = price({poisson(0.05, 3, 5000)}, 1e-5, replace_one);
  CHECK(different->epsilon < less->epsilon);
  CHECK(*different->epsilon_lower < *less->epsilon_lower);
  CHECK(*different->epsilon_lower >
        *price({poisson(0.05, 4.5, 5000)}, 1e-5, replace_one)->epsilon_lower);
}

TEST_CASE(
    "without replacement under replace_one has sensitivity 2 C, an upper pair and real data "
    "below") {
  // Complaint 19: accounted as poisson sampling this is 2.38.
  const auto p = price({without(256, 60000, 1.1, 14063)}, 1e-5, replace_one);
  REQUIRE(p);
  CHECK(p->direction == Direction::upper);
  CHECK(near(p->epsilon, 18.454432447016251695, 1e-11));
  CHECK(near(*p->epsilon_lower, 14.718298703818933106, 1e-11));
}

TEST_CASE("a mismatch of sampler and adjacency is refused with its reason") {
  const auto p = price({without(10, 100, 1, 10)}, 1e-5, add_remove);
  REQUIRE_FALSE(p);
  CHECK(p.skip().reason.find("replace_one") != std::string::npos);
  CHECK_FALSE(price({without(10, 100, 1, 10)}, 1e-5, Adjacency::zero_out));
  CHECK_FALSE(price({Event{Pure{1}, 1}}, 1e-5, add_remove));
  CHECK_FALSE(price({Event{PoissonSampled{.sampling_rate = 0.1, .inner = {Event{Pure{1}, 1}}}, 1}},
                    1e-5,
                    add_remove));
  CHECK_THROWS_AS((void)price({}, 0, add_remove), ConfigError);
  CHECK_THROWS_AS((void)price({}, std::nan(""), add_remove), ConfigError);
}

TEST_CASE("closed forms: nothing, a rate of 1, a whole batch, one step") {
  CHECK(price({}, 1e-5, add_remove)->epsilon == 0);
  const double exact = gdp_epsilon(2, 1e-5);
  CHECK(near(price({gaussian(5, 100)}, 1e-5, add_remove)->epsilon, exact, 1e-12));
  CHECK(near(price({poisson(1, 5, 100)}, 1e-5, add_remove)->epsilon, exact, 1e-12));
  CHECK(near(price({without(7, 7, 10, 100)}, 1e-5, replace_one)->epsilon, exact, 1e-12));
  CHECK(price({poisson(0, 1, 100)}, 1e-5, add_remove)->epsilon == 0);
  // Complaint 18: delta(0) = q (2 Phi(1/2) - 1) = 3.8e-4 here, and 0 exactly from there on.
  CHECK(price({poisson(0.001, 1, 1)}, 3.83e-4, add_remove)->epsilon == 0);
  CHECK(price({poisson(0.001, 1, 1)}, 3.82e-4, add_remove)->epsilon > 0);
  // Complaint 10: never negative.
  CHECK(price({poisson(0.001, 1, 1)}, 0.9, add_remove)->epsilon == 0);
  CHECK(price({poisson(0.001, 1, 100)}, 0.9, add_remove)->epsilon == 0);
  CHECK(std::isinf(price({Event{NonPrivate{}, 1}}, 1e-5, add_remove)->epsilon));
}

TEST_CASE("an inner count composes inside one sample") {
  const Event inner{PoissonSampled{.sampling_rate = 0.02, .inner = {gaussian(2, 4)}}, 300};
  CHECK(near(price({inner}, 1e-6, add_remove)->epsilon,
             price({poisson(0.02, 1, 300)}, 1e-6, add_remove)->epsilon,
             1e-12));
}

TEST_CASE("order and grouping leave no trace, scale neither") {
  const std::vector<Event> one{poisson(0.01, 1, 600),
                               gaussian(8),
                               poisson(0.02, 2, 100),
                               gaussian(9),
                               poisson(0.01, 1, 400)};
  std::vector<Event> two(one.rbegin(), one.rend());
  CHECK(price(one, 1e-6, add_remove)->epsilon == price(two, 1e-6, add_remove)->epsilon);
  const std::vector<Event> grouped{
      poisson(0.01, 1, 1000), poisson(0.02, 2, 100), gaussian(8), gaussian(9)};
  CHECK(price(one, 1e-6, add_remove)->epsilon == price(grouped, 1e-6, add_remove)->epsilon);
  const Event scaled{
      PoissonSampled{.sampling_rate = 0.01,
                     .inner = {{Gaussian{.noise_multiplier = 3, .sensitivity = 3}, 1}}},
      1000};
  CHECK(price({scaled}, 1e-5, add_remove)->epsilon ==
        price({poisson(0.01, 1, 1000)}, 1e-5, add_remove)->epsilon);
}

TEST_CASE("heterogeneous: few noises are exact, many lie inside the bracket of their extremes") {
  Heterogeneous few{.inner = {poisson(0.01, 1, 1)}, .noise_multiplier = {}};
  for (int t = 0; t < 1000; ++t) few.noise_multiplier.push_back(t % 2 == 0 ? 1.0 : 1.5);
  CHECK(price({Event{few, 1}}, 1e-5, add_remove)->epsilon ==
        price({poisson(0.01, 1, 500), poisson(0.01, 1.5, 500)}, 1e-5, add_remove)->epsilon);
  Heterogeneous many = few;
  for (int t = 0; t < 1000; ++t) many.noise_multiplier[std::size_t(t)] = 1 + 0.5 * t / 999;
  const auto p = price({Event{many, 1}}, 1e-5, add_remove);
  REQUIRE(p);
  CHECK(*p->epsilon_lower <= p->epsilon);
  CHECK(p->epsilon < price({poisson(0.01, 1, 1000)}, 1e-5, add_remove)->epsilon);
  CHECK(*p->epsilon_lower > *price({poisson(0.01, 1.5, 1000)}, 1e-5, add_remove)->epsilon_lower);
  CHECK(near(*p->epsilon_lower, p->epsilon, 1e-6));
}

// Theorem 2's schedule at a multiple of its steps, one of n records a step.
double price_of_multi_pass(double updates, std::int64_t n, double scale, double delta = 1e-5) {
  const NamedSchedule schedule{
      "ma2022-multi-pass",
      {{"updates", updates}, {"n_delta", double(n) * delta}, {"step_scale", scale}}};
  const Ledger ledger{
      .adjacency = Adjacency::replace_one,
      .events = {{Heterogeneous{.inner = {{SampledWithoutReplacement{1, n, {{Gaussian{}}}}}},
                                .noise_multiplier = expand_noise_multipliers(schedule),
                                .schedule = schedule}}}};
  const auto price = ContourAccountant().price(ledger, delta);
  REQUIRE(price);
  return price->epsilon;
}

// The independent program's table (connect-the-dots laws composed by FFT), docs/benchmarks.md.
TEST_CASE("Theorem 2's own steps, T = n^1.5: six rows within 1 % of an independent computation") {
  struct Row {
    std::int64_t n;
    double updates, delta, epsilon;
  };
  for (const Row& row : {Row{100, 999, 1e-5, 0.1655},
                         {100, 999, 1e-4, 0.1400},
                         {1000, 31621, 1e-5, 0.0787},
                         {1000, 31621, 1e-6, 0.0901},
                         {10000, 999999, 1e-5, 0.0379},
                         {10000, 999999, 1e-8, 0.0542}}) {
    CAPTURE(row.n);
    CAPTURE(row.delta);
    CHECK(near(price_of_multi_pass(row.updates, row.n, 1, row.delta), row.epsilon, 0.01));
  }
}

// Wide ranges of ratios leave a remainder that outgrows delta near a bump of K: narrower ones must
// take over, or the price jumps (from 2.07 to 4.24 between scales 9.2 and 9.4).
TEST_CASE("a long schedule's price rises with its step scale, without jumps") {
  double last = 1.9;
  for (const double scale : {9.0, 9.2, 9.4, 9.7, 10.0, 10.5}) {
    const double price = price_of_multi_pass(31621, 1000, scale);
    CAPTURE(scale);
    CHECK(price > last);
    CHECK(price < 1.25 * last);
    last = price;
  }
}

// An independent program's kappa is 10.0 at n = 10000, T = n^1.5, epsilon = 1.0781157.
TEST_CASE("a million different steps: Theorem 2's claim allows kappa = 10.0 within 1 %") {
  CHECK(price_of_multi_pass(999998, 10000, 9.9) < 1.0781157);
  CHECK(price_of_multi_pass(999998, 10000, 10.1) > 1.0781157);
}

TEST_CASE("the schedule of Theorem 2 as printed: pair above, real data below") {
  // 1 of n without replacement, rho_t^2 = (a_t / a_{t-1}) (a_t - a_{t-1}) / 4 for t = 2..T with
  // a_t = 8 t log(2.5 t^2 / (n delta)). mpmath, 22 digits, then the double prototype, 13 digits.
  struct Row {
    double n, T, delta, upper, lower;
  };
  for (const Row& row : {Row{100, 1e4, 1e-5, 0.51632345894790960652, 0.48920545593685272595},
                         Row{300, 9e4, 1e-6, 0.535092270825444, 0.50897220671999},
                         Row{1000, 1e6, 1e-6, 0.503526782860986, 0.479825945125558},
                         Row{1000, 1e6, 1e-8, 0.581686937413523, 0.55637291372619},
                         Row{10000, 1e6, 1e-6, 0.0444712301116151, 0.0422952989695487}}) {
    CAPTURE(row.n);
    CAPTURE(row.T);
    const auto a = [&](double t) { return 8 * t * std::log(2.5 * t * t / (row.n * row.delta)); };
    Heterogeneous steps{.inner = {without(1, std::int64_t(row.n), 1, 1)}, .noise_multiplier = {}};
    for (int step = 2; step <= int(row.T); ++step) {
      const double t = step;
      steps.noise_multiplier.push_back(2 * std::sqrt(a(t) / a(t - 1) * (a(t) - a(t - 1)) / 4));
    }
    const auto p = price({Event{std::move(steps), 1}}, row.delta, replace_one);
    REQUIRE(p);
    CHECK(near(p->epsilon, row.upper, 1e-10));
    CHECK(near(*p->epsilon_lower, row.lower, 1e-8));
  }
}

}  // namespace dpsco
