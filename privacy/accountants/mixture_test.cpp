#include "privacy/accountants/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/random.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/filters/renyi_filter.hpp"
#include "privacy/numeric/laplace_uniform.hpp"
#include "privacy/numeric/laplace_uniform_renyi.hpp"
#include "privacy/testing/prices.hpp"

namespace dpsco {

namespace {

/// Of `count` uses under replace_one.
Outcome<Price> price(const std::string& accountant,
                     const Mechanism& mechanism,
                     std::int64_t count = 1,
                     double delta = 1e-5) {
  return testing::price(accountant, testing::used(mechanism, count, Adjacency::replace_one), delta);
}

/// Adult shards of 3600 records, rate 20, step 1.5: 105 coordinates.
LaplaceUniformMixture adult(double width) {
  const double unit = 1.5 / 3600;
  return {.rate = std::vector<double>(105, 20.0),
          .width = std::vector<double>(105, width),
          .shift_inf = unit * 2 / std::sqrt(8.0),
          .shift_2 = unit * 2,
          .shift_1 = unit * 2 * std::sqrt(14.0)};
}

}  // namespace

TEST_CASE(
    "worst case: rate times the L1 norm, or d times the largest coordinate if that is all that "
    "is known") {
  LaplaceUniformMixture round = adult(0.1);
  CHECK(near(*mixture_pure_epsilon(round), 20 * round.shift_1, 1e-11));
  // 60 rounds of 20 * 1.5/3600 * 2 sqrt(14).
  CHECK(near(price("basic", round, 60)->epsilon, std::sqrt(14.0), 1e-9));
  round.shift_1 = round.shift_2 = 0;
  CHECK(near(*mixture_pure_epsilon(round), 105 * 20 * round.shift_inf, 1e-11));
  CHECK(near(price("basic", round, 60)->epsilon, 37.12, 1e-3));
  // Random weights do not change it.
  CHECK(*mixture_pure_epsilon(adult(0)) == *mixture_pure_epsilon(adult(5)));
  // The L2 norm alone: all of it spread evenly, sqrt(d) of it.
  const LaplaceUniformMixture l2{.rate = {3, 3, 3, 3}, .width = {0, 0, 0, 0}, .shift_2 = 0.5};
  CHECK(near(*mixture_pure_epsilon(l2), 3 * 2 * 0.5, 1e-11));
  // Unequal rates: the adversary fills the largest first.
  const LaplaceUniformMixture rates{
      .rate = {1, 5, 2}, .width = {0, 0, 0}, .shift_inf = 0.3, .shift_1 = 0.5};
  CHECK(near(*mixture_pure_epsilon(rates), 5 * 0.3 + 2 * 0.2, 1e-11));
}

TEST_CASE("zCDP: without widths rate^2 S_2^2 / 2, and its epsilon, on Adult") {
  const LaplaceUniformMixture laplace = adult(0);
  const double rho = 60 * 1.0 / 7200;  // 20 * 1.5/3600 * 2 = 1/60 a round
  CHECK(near(60 * *mixture_rho(laplace), rho, 1e-9));
  CHECK(near(price("zcdp", laplace, 60)->epsilon, rho + 2 * std::sqrt(rho * std::log(1e5)), 1e-9));
  CHECK(*mixture_rho(adult(0.1)) < *mixture_rho(laplace));
  // Equal widths: the factor is kappa, for what is small here.
  CHECK(near(*mixture_rho(adult(0.1)) / *mixture_rho(laplace), mixture_kappa(2), 1e-4));
}

TEST_CASE("knapsack: the adversary puts the shift on the coordinates with the smallest widths") {
  LaplaceUniformMixture round = adult(1.0);
  const double hidden = *mixture_rho(round), bare = *mixture_rho(adult(0));
  // Eight coordinates hold all of an Adult record's L2 norm.
  for (std::size_t l = 0; l < 7; ++l) round.width[13 * l] = 0;
  const double seven = *mixture_rho(round);
  round.width[100] = 0;
  CHECK(seven < bare * (1 - 0.01));
  CHECK(near(*mixture_rho(round), bare, 1e-9));
  CHECK(near(seven, bare * 7 / 8 + hidden / 8, 1e-9));
  // The mean of the factors would have promised far less.
  CHECK(hidden + (bare - hidden) * 8 / 105 < 0.5 * bare);
}

TEST_CASE(
    "knapsack: no shift within the norms costs more than the bound, and the best comes close") {
  Stream stream({4, 44});
  for (int trial = 0; trial < 30; ++trial) {
    LaplaceUniformMixture round{.shift_inf = 0.02, .shift_2 = 0.04, .shift_1 = 0.1};
    for (int l = 0; l < 12; ++l) {
      round.rate.push_back(1 + 4 * stream.uniform());
      round.width.push_back(3 * stream.uniform());
    }
    const auto curve = mixture_curve(round);
    const double rho = *mixture_rho(round);
    for (const double a : {1.5, 4.0, 30.0}) {
      double largest = 0;
      for (int draw = 0; draw < 60; ++draw) {
        // A random vector, pushed to the norms; sparse ones more often than not.
        std::vector<double> s(12);
        for (double& x : s) x = stream.uniform() < 0.4 ? stream.uniform() : 0;
        double one = 0, two = 0, inf = 1e-300;
        for (const double x : s) {
          one += x;
          two += x * x;
          inf = std::max(inf, x);
        }
        const double scale =
            std::min({0.02 / inf, 0.04 / std::sqrt(two + 1e-300), 0.1 / (one + 1e-300)});
        double divergence = 0, loss = 0;
        for (std::size_t l = 0; l < s.size(); ++l) {
          const double e = round.rate[l] * s[l] * scale;
          if (e > 0) divergence += mixture_renyi(round.rate[l] * round.width[l], e, a, 32).lower;
          loss += e;
        }
        largest = std::max(largest, divergence);
        CHECK(loss <= *mixture_pure_epsilon(round));
      }
      CHECK(largest <= (*curve)(a));
      CHECK(largest <= a * rho);
      CHECK(largest >= 0.3 * (*curve)(a));
    }
  }
}

TEST_CASE("rdp: between a coordinate's exact divergence and Laplace noise of the worst case") {
  const LaplaceUniformMixture one{.rate = {4}, .width = {0.5}, .shift_inf = 0.25};
  const auto curve = mixture_curve(one);
  for (const double a : {1.1, 2.0, 10.0, 100.0}) {
    CHECK((*curve)(a) >= mixture_renyi(2, 1, a, 1024).lower);
    CHECK((*curve)(a) <= laplace_divergence(1, a));
  }
  CHECK(price("rdp", one)->epsilon <= price("rdp", Laplace{1, 1})->epsilon);
  CHECK(price("rdp", adult(0.1), 60)->epsilon < price("rdp", adult(0), 60)->epsilon);
  CHECK(price("rdp", adult(0), 60)->epsilon < price("zcdp", adult(0), 60)->epsilon);
}

TEST_CASE(
    "pld: one coordinate's own profile, tight to a percent and never above one release's delta") {
  const LaplaceUniformMixture one{.rate = {4}, .width = {0.5}, .shift_inf = 0.25};
  for (const double epsilon : {0.3, 0.6, 0.9}) {
    const double delta = mixture_delta(2, 1, epsilon);
    const auto priced = price("pld", one, 1, delta);
    REQUIRE(priced);
    CHECK(priced->epsilon >= epsilon * (1 - 1e-9));
    CHECK(priced->epsilon <= epsilon * 1.01);
  }
  CHECK(price("pld", one, 20)->epsilon < price("pld", Laplace{1, 1}, 20)->epsilon);
  CHECK(price("pld", one, 20)->epsilon <= price("rdp", one, 20)->epsilon);
  CHECK_FALSE(price("pld", adult(0.1)));
}

TEST_CASE(
    "Renyi filter: rounds whose widths depend on earlier outputs, charged by what they cost") {
  RenyiFilter filter =
      RenyiFilter::for_target({.epsilon = 0.7, .delta = 1e-5, .adjacency = Adjacency::replace_one});
  Stream stream({7, 7});
  double laplace = 0;
  for (int k = 0; k < 60; ++k) {
    LaplaceUniformMixture round = adult(0);
    for (double& width : round.width) width = 0.2 * stream.uniform();
    REQUIRE(*filter.spend({round}));
    laplace += filter.order() * *mixture_rho(adult(0));
  }
  CHECK(filter.spent() < 0.999 * laplace);
  CHECK(filter.spent() > 0.5 * laplace);
  CHECK(filter.releases() == 60);
}

TEST_CASE(
    "mixture: no norm stated is a skip in every accountant that would price it; bad arrays are "
    "named") {
  const LaplaceUniformMixture none{.rate = {1}, .width = {1}};
  for (const char* accountant : {"basic", "advanced", "zcdp", "rdp", "pld"}) {
    CAPTURE(accountant);
    CHECK_FALSE(price(accountant, none));
  }
  CHECK_THROWS_AS((void)mixture_rho({.rate = {1, 2}, .width = {1}, .shift_1 = 1}), ConfigError);
  CHECK_THROWS_AS((void)mixture_rho({.shift_1 = 1}), ConfigError);
}

TEST_CASE(
    "exponential noise in L2: priced as Laplace noise of the same epsilon, which it is for d = 1") {
  const ExponentialNoiseL2 noise{.rate = 0.5, .sensitivity = 1};
  for (const char* accountant : {"basic", "zcdp", "rdp", "pld"})
    CHECK(near(price(accountant, noise, 30)->epsilon,
               price(accountant, Laplace{2, 1}, 30)->epsilon,
               1e-9));
  // In the plane its divergence is below: quadrature in polar coordinates about the first centre.
  const double rate = 2, s = 0.7, a = 6;
  double moment = 0;
  constexpr int radii = 4000, angles = 400;
  for (int i = 0; i < radii; ++i)
    for (int j = 0; j < angles; ++j) {
      const double r = 15.0 * (i + 0.5) / radii, angle = 3.141592653589793 * (j + 0.5) / angles;
      const double loss = rate * (std::sqrt(r * r + s * s - 2 * r * s * std::cos(angle)) - r);
      moment +=
          rate * rate * r * std::exp(-rate * r) * std::exp((a - 1) * loss) * 15.0 / radii / angles;
    }
  const double plane = std::log(moment) / (a - 1);
  CHECK(plane < laplace_divergence(rate * s, a));
  CHECK(plane > 0.5 * laplace_divergence(rate * s, a));
}

}  // namespace dpsco
