#include "privacy/audit/epsilon_bound.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/random.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

struct Game {
  std::vector<double> here{}, there{};
};

/// Outputs of f + N(0, sigma^2) on data sets with f = 1 and f = 0.
Game gaussian_game(double sigma, std::size_t runs, std::uint64_t seed) {
  Game game{std::vector<double>(runs), std::vector<double>(runs)};
  Stream first({seed, 1}), second({seed, 2});
  first.normals(game.here);
  second.normals(game.there);
  for (double& x : game.here) x = 1 + sigma * x;
  for (double& x : game.there) x = sigma * x;
  return game;
}

Game randomised_response(double epsilon, std::size_t runs, std::uint64_t seed) {
  const double truth = 1 / (1 + std::exp(-epsilon));
  Game game;
  Stream stream({seed, 3});
  for (std::size_t i = 0; i < runs; ++i) {
    game.here.push_back(stream.uniform() < truth ? 1 : 0);
    game.there.push_back(stream.uniform() < truth ? 0 : 1);
  }
  return game;
}

double bound(const Game& game, const AuditTerms& terms) {
  return epsilon_lower_bound(game.here, game.there, terms).epsilon;
}

}  // namespace

TEST_CASE("Clopper-Pearson limits: the binomial tails at the limits are the error") {
  // P(Bin(20, p) >= 7) and P(Bin(20, p) <= 7) summed directly.
  const auto tail = [](double p, bool upper) {
    double sum = 0;
    for (int k = upper ? 7 : 0; k <= (upper ? 20 : 7); ++k)
      sum += std::exp(std::lgamma(21.0) - std::lgamma(k + 1.0) - std::lgamma(21.0 - k) +
                      k * std::log(p) + (20 - k) * std::log1p(-p));
    return sum;
  };
  for (const double error : {0.1, 0.01, 1e-6}) {
    CHECK(near(tail(rate_below(7, 20, error), true), error, 1e-9));
    CHECK(near(tail(rate_above(7, 20, error), false), error, 1e-9));
  }
  CHECK(rate_below(0, 10, 0.01) == 0);
  CHECK(rate_above(10, 10, 0.01) == 1);
  CHECK(near(rate_above(0, 10, 0.01), 1 - std::pow(0.01, 0.1), 1e-12));
  CHECK(near(rate_below(10, 10, 0.01), std::pow(0.01, 0.1), 1e-12));
}

TEST_CASE("audit: randomised response, nearly its epsilon and never above") {
  for (const double epsilon : {0.2, 1.0, 3.0}) {
    const double found = bound(randomised_response(epsilon, 200000, 5), {});
    CHECK(found <= epsilon);
    CHECK(found >= 0.85 * epsilon);
  }
}

TEST_CASE("audit: the Gaussian mechanism at epsilon 1, delta 1e-5 passes, its ratio near 1") {
  const double sigma = 1 / gdp_mu(1, 1e-5);
  const double found = bound(gaussian_game(sigma, 2000000, 11), {.delta = 1e-5});
  MESSAGE("lower bound / claim from 2 x 2e6 draws: " << found);
  CHECK(found <= 1);
  CHECK(found >= 0.7);
}

TEST_CASE("audit: half the noise, no noise and swapped data sets are caught") {
  const double sigma = 1 / gdp_mu(1, 1e-5);
  const AuditTerms terms{.delta = 1e-5, .confidence = 0.999, .comparisons = 30};
  CHECK(bound(gaussian_game(sigma / 2, 200000, 12), terms) > 1);
  CHECK(bound(gaussian_game(1e-6, 20000, 13), terms) > 5);
  const Game broken = gaussian_game(sigma / 2, 200000, 12);
  const EpsilonBound straight = epsilon_lower_bound(broken.here, broken.there, terms);
  const EpsilonBound turned = epsilon_lower_bound(broken.there, broken.here, terms);
  CHECK(turned.epsilon == straight.epsilon);
  CHECK(turned.swapped != straight.swapped);
  // A leak in one output of a hundred: delta 1e-5 does not cover it.
  Game leaky = gaussian_game(sigma, 20000, 14);
  for (std::size_t i = 0; i < leaky.here.size(); i += 100) leaky.here[i] = 1e9;
  CHECK(bound(leaky, terms) > 1);
  CHECK(bound(leaky, {.delta = 0.02}) < 1);
}

TEST_CASE("audit: wrong at most as often as its confidence says") {
  int wrong = 0;
  constexpr int games = 400;
  double sum = 0;
  for (int i = 0; i < games; ++i) {
    const double found =
        bound(randomised_response(1, 800, 1000 + std::uint64_t(i)), {.confidence = 0.8});
    wrong += found > 1 ? 1 : 0;
    sum += found;
  }
  // 20 % allowed; the two limits rarely fail together, so about half of it happens.
  CHECK(wrong <= 0.2 * games);
  CHECK(wrong > 0);
  CHECK(sum / games > 0.6);
}

TEST_CASE("audit: the same data set against itself shows nothing; more comparisons show less") {
  const Game same = gaussian_game(1, 50000, 21);
  CHECK(epsilon_lower_bound(same.there, gaussian_game(1, 50000, 22).there, {}).epsilon < 0.1);
  const double alone = bound(same, {.delta = 1e-5}),
               among = bound(same, {.delta = 1e-5, .comparisons = 1000});
  CHECK(among < alone);
  CHECK(bound(same, {.delta = 1e-5}) == alone);
}

TEST_CASE("audit: mistakes are named") {
  const std::vector<double> few{1, 2, 3}, enough{1, 2, 3, 4},
      nan{1, 2, 3, std::numeric_limits<double>::quiet_NaN()};
  CHECK_THROWS_AS((void)epsilon_lower_bound(few, enough, {}), ConfigError);
  CHECK_THROWS_AS((void)epsilon_lower_bound(enough, nan, {}), ConfigError);
  CHECK_THROWS_AS((void)epsilon_lower_bound(enough, enough, {.confidence = 1}), ConfigError);
  CHECK_THROWS_AS((void)epsilon_lower_bound(enough, enough, {.comparisons = 0}), ConfigError);
  CHECK_THROWS_AS((void)rate_below(3, 2, 0.1), ConfigError);
  CHECK(epsilon_lower_bound(enough, enough, {}).epsilon == 0);
}

}  // namespace dpsco
