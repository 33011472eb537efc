// Accountants of the foundation against closed forms, independent values and each other.
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/random.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/gdp_composition.hpp"
#include "privacy/testing/prices.hpp"

namespace dpsco {

namespace {

using testing::epsilon, testing::price;

Ledger one(Mechanism mechanism,
           std::int64_t count = 1,
           Adjacency adjacency = Adjacency::replace_one) {
  return testing::used(std::move(mechanism), count, adjacency);
}
Ledger algorithm_1(double T, double step_sensitivity, double beta0) {
  return one(NoisyIteration{NamedSchedule{
      "ma2022", {{"updates", T - 1}, {"step_sensitivity", step_sensitivity}, {"beta0", beta0}}}});
}
double worst_factor(std::int64_t T, bool printed) {
  IterationArrays arrays =
      expand({"ma2022", {{"updates", double(T - 1)}, {"step_sensitivity", 1}, {"beta0", 1}}});
  if (printed)  // Algorithm 1 as printed takes batch t - 1 at update t
    for (std::int64_t t = 2; t <= T; ++t)
      arrays.sensitivity[std::size_t(t - 2)] *=
          double(growing_batch(t, T)) / double(growing_batch(t - 1, T));
  return noisy_iteration_squared_mu(arrays);
}

}  // namespace

// Golden values: F = max_k k^2/(m_{k+1}^2 (T^2 - k^2)) by an independent Python program in exact
// rational arithmetic.
TEST_CASE(
    "noisy iteration: F of Algorithm 1 equals the reference for every T, either batch index") {
  const double golden[][3] = {{10, 0.47368421052631576, 1.0657894736842106},
                              {100, 0.9701010101010101, 1.9700502512562814},
                              {563, 0.9722253113879004, 1.9496543209876542},
                              {1000, 0.9925062656641604, 1.9501958010255127},
                              {1118, 0.9766410859576704, 1.9316612867018106},
                              {5529, 0.9871584565556852, 1.9139543092867806},
                              {10000, 0.9997000100010001, 1.99970000500025}};
  for (const auto& row : golden) {
    CHECK(near(worst_factor(std::int64_t(row[0]), false), row[1], 1e-11));
    CHECK(near(worst_factor(std::int64_t(row[0]), true), row[2], 1e-11));
  }
}

TEST_CASE("noisy iteration: F < 1 with the corrected index, for every T up to 1500") {
  for (std::int64_t T = 2; T <= 1500; ++T) REQUIRE(worst_factor(T, false) < 1);
}

TEST_CASE("noisy iteration: one update is a Gaussian; no noise after a record is no privacy") {
  CHECK(near(noisy_iteration_squared_mu({{3}, {2}, {0.5}}), 2.25, 1e-15));
  CHECK(noisy_iteration_squared_mu({{1, 0}, {0, 1}, {1, 0.5}}) == 0.25);  // (1 * 0.5)^2 / 1
  CHECK(std::isinf(noisy_iteration_squared_mu({{0, 1}, {1, 0}, {1, 1}})));
  CHECK(noisy_iteration_squared_mu({{1, 0}, {1, 1}, {1, 0}}) ==
        0);  // a map that forgets everything
  CHECK(noisy_iteration_squared_mu({}) == 0);
}

TEST_CASE("noisy iteration: contraction never costs and later noise never hurts") {
  Stream stream({3, 3});
  for (int trial = 0; trial < 200; ++trial) {
    IterationArrays arrays;
    for (std::uint64_t t = 0, n = 1 + stream.below(30); t < n; ++t) {
      arrays.sensitivity.push_back(stream.uniform());
      arrays.sigma.push_back(0.1 + stream.uniform());
      arrays.contraction.push_back(0.5 + stream.uniform());
    }
    const double base = noisy_iteration_squared_mu(arrays);
    IterationArrays tighter = arrays, noisier = arrays;
    for (double& c : tighter.contraction) c *= 0.9;
    noisier.sigma.back() *= 1.5;
    CHECK(noisy_iteration_squared_mu(tighter) <= base * (1 + 1e-12));
    CHECK(noisy_iteration_squared_mu(noisier) <= base * (1 + 1e-12));
  }
}

// mu^2 = sum a_r^2 / sigma_r^2 for any shifts with sum_r a_r P_r = s_t P_t: the optimum of the
// derivation must not exceed any feasible choice, here "move everything at once" and "move evenly".
TEST_CASE("noisy iteration: the bound is the minimum over shift plans") {
  const IterationArrays arrays{{1, 0, 0, 0}, {1, 0.5, 2, 1}, {1, 0.9, 0.8, 0.95}};
  std::vector<double> P(4, 1);
  for (std::size_t r = 3; r-- > 0;) P[r] = P[r + 1] * arrays.contraction[r + 1];
  const double best = noisy_iteration_squared_mu(arrays);
  double even = 0, total = 0;
  for (std::size_t r = 0; r < 4; ++r) {
    const double alone = P[0] / P[r];
    CHECK(best <= alone * alone / (arrays.sigma[r] * arrays.sigma[r]));
    total += P[r];
  }
  for (const double sigma : arrays.sigma) even += std::pow(P[0] / total / sigma, 2);
  CHECK(best <= even);
}

TEST_CASE("paper: Theorem 1's example, its claim and what the same noise really costs") {
  // n = 2000, T = 1118, eps 1, delta 1e-5, eta0 = 10, G = 1; eta and both beta0 by an independent
  // Python program (F in exact rationals, mu by mpmath with 18 digits).
  const double eta = 0.1495371511386448;
  CHECK(near(
      epsilon("paper", algorithm_1(1118, 2 * eta, 2.1490027665420803)), 1.0, 3e-4));  // its own
  // alpha gives exactly 1; the best alpha .9998
  CHECK(near(epsilon("gdp", algorithm_1(1118, 2 * eta, 1.2157882006339407)), 1.0, 1e-9));
  CHECK(price("paper", algorithm_1(1118, 2 * eta, 2.149))->direction == Direction::upper);
  CHECK_FALSE(price("paper", one(Gaussian{})));
  Ledger other = algorithm_1(100, 1, 1);
  other.adjacency = Adjacency::add_remove;
  CHECK_FALSE(price("paper", other));
}

// Theorem 1 at (eps, delta) has the curve D_alpha <= alpha rho, rho = eps^2/(eps + ln 1/delta), and
// claims 2 eps. Columns: eps, delta, then Mironov's conversion at its best order, the improved one
// (Canonne, Kamath, Steinke 2020) and mu-GDP with mu = sqrt(2 rho), by an independent Python
// program to the digits shown.
TEST_CASE("conversions: Theorem 1's curve by Mironov's, by the improved one and by exact GDP") {
  const double golden[][5] = {{0.1, 1e-5, 0.2000, 0.145, 0.131},
                              {0.178, 1e-6, 0.3560, 0.282, 0.260},
                              {0.5, 1e-5, 0.9998, 0.812, 0.741},
                              {1, 1e-5, 1.998, 1.692, 1.554},
                              {2, 1e-8, 3.995, 3.644, 3.452}};
  for (const auto& row : golden) {
    const double rho = row[0] * row[0] / (row[0] - std::log(row[1])), delta = row[1];
    CHECK(std::abs(epsilon("rdp-mironov", one(Zcdp{rho}), delta) - row[2]) < 6e-4);
    CHECK(std::abs(epsilon("rdp", one(Zcdp{rho}), delta) - row[3]) < 6e-4);
    CHECK(std::abs(epsilon("gdp", one(Gdp{std::sqrt(2 * rho)}), delta) - row[4]) < 6e-4);
  }
}

TEST_CASE(
    "zcdp: 100 Gaussians (sensitivity 1, sigma 10) and 25 (sensitivity 2) make rho = 1, epsilon "
    "7.786") {
  const Ledger ledger{.adjacency = Adjacency::add_remove,
                      .events = {{Gaussian{.noise_multiplier = 10}, 100},
                                 {Gaussian{.noise_multiplier = 10, .sensitivity = 2}, 25}}};
  CHECK(near(epsilon("zcdp", ledger), 1 + 2 * std::sqrt(std::log(1e5)), 1e-12));
  CHECK(std::abs(epsilon("zcdp", ledger) - 7.786) < 1e-3);
}

TEST_CASE("every upper bound lies above the exact price, and they come in their order") {
  for (const double noise : {0.3, 1.0, 5.0, 50.0})
    for (const std::int64_t count : {1, 10, 1000})
      for (const double delta : {1e-2, 1e-5, 1e-10}) {
        const Ledger ledger = one(Gaussian{noise}, count);
        const double exact = epsilon("gdp", ledger, delta), cks = epsilon("rdp", ledger, delta),
                     mironov = epsilon("rdp-mironov", ledger, delta),
                     zcdp = epsilon("zcdp", ledger, delta);
        CHECK(exact <= cks);
        CHECK(cks <= mironov * (1 + 1e-9));
        CHECK(near(mironov, zcdp, 1e-6));  // the same bound, one by search and one in closed form
        CHECK(mironov >= zcdp * (1 - 1e-12));
      }
}

TEST_CASE("sensitivity follows the adjacency: replacing a record costs twice adding one") {
  CHECK(epsilon("gdp", one(Gaussian{2}, 1, Adjacency::replace_one)) ==
        epsilon("gdp", one(Gaussian{1}, 1, Adjacency::add_remove)));
}

TEST_CASE("pure events: RDP of randomised response, never above epsilon, and no NaN at the ends") {
  for (const double eps : {1e-6, 0.1, 1.0, 20.0, 800.0}) {
    const double priced = epsilon("rdp", one(Pure{eps}), 1e-9);
    CHECK(priced <= eps * (1 + 1e-6));
    CHECK(priced >= 0);
  }
  CHECK_FALSE(price("gdp", one(Pure{1})));
  CHECK_FALSE(price("gdp", one(Approximate{1, 1e-6})));
}

TEST_CASE(
    "accountants: an empty ledger is free, a non-private one has no price, delta outside (0, 1) is "
    "refused") {
  for (const char* accountant : {"gdp", "zcdp", "rdp", "rdp-mironov"}) {
    CAPTURE(accountant);
    CHECK(epsilon(accountant, {}) == 0);
    CHECK(std::isinf(epsilon(accountant, one(NonPrivate{}))));
    for (const double delta : {0.0, 1.0, -1.0, std::nan("")})
      CHECK_THROWS_AS((void)price(accountant, {}, delta), ConfigError);
  }
}

TEST_CASE("composition: a ledger cut in two costs what the whole costs") {
  const Ledger whole = one(Gaussian{3}, 12);
  const Ledger parts{.events = {{Gaussian{3}, 5}, {Gaussian{3}, 7}}};
  for (const char* accountant : {"gdp", "zcdp", "rdp", "rdp-mironov"})
    CHECK(near(epsilon(accountant, whole), epsilon(accountant, parts), 1e-9));
}

}  // namespace dpsco
