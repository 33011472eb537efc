#include "privacy/accountants/shuffle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/shuffle_profiles.hpp"

namespace dpsco {

namespace {

double choose(int n, int k) {
  return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0));
}

/// Both profiles summed over every outcome, for small n.
double brute_response(double epsilon, int n, double local) {
  const double p = std::exp(local) / (1 + std::exp(local));
  const auto noise = [&](int k) {
    return k < 0 || k > n - 1 ? 0 : choose(n - 1, k) * std::pow(1 - p, k) * std::pow(p, n - 1 - k);
  };
  double one = 0, other = 0;
  for (int k = 0; k <= n; ++k) {
    const double P = p * noise(k - 1) + (1 - p) * noise(k),
                 Q = (1 - p) * noise(k - 1) + p * noise(k);
    one += std::max(0.0, P - std::exp(epsilon) * Q);
    other += std::max(0.0, Q - std::exp(epsilon) * P);
  }
  return std::max(one, other);
}
double brute_clones(double epsilon, int n, double local) {
  const double p = std::exp(local) / (1 + std::exp(local)), r = std::exp(-local);
  double delta = 0;
  for (int c = 0; c < n; ++c) {
    const double weight = choose(n - 1, c) * std::pow(r, c) * std::pow(1 - r, n - 1 - c);
    const auto fair = [&](int k) { return k < 0 || k > c ? 0 : choose(c, k) * std::pow(0.5, c); };
    for (int k = 0; k <= c + 1; ++k) {
      const double P = p * fair(k - 1) + (1 - p) * fair(k), Q = (1 - p) * fair(k - 1) + p * fair(k);
      delta += weight * std::max(0.0, P - std::exp(epsilon) * Q);
    }
  }
  return delta;
}

Ledger shuffled(std::int64_t n, double local, std::int64_t count = 1) {
  return {.events = {{Shuffled{n, local}, count}}};
}

}  // namespace

TEST_CASE("shuffle: both profiles equal their sums over all outcomes") {
  for (const int n : {1, 2, 7, 60})
    for (const double local : {0.3, 1.0, 3.0})
      for (const double fraction : {0.0, 0.1, 0.5, 0.9}) {
        const double epsilon = fraction * local;
        CAPTURE(n);
        CAPTURE(local);
        CAPTURE(epsilon);
        CHECK(std::abs(shuffled_response_delta(epsilon, n, local) /
                           brute_response(epsilon, n, local) -
                       1) < 1e-9);
        CHECK(clones_delta(epsilon, n, local) >= brute_clones(epsilon, n, local));
        CHECK(clones_delta(epsilon, n, local) <= brute_clones(epsilon, n, local) * (1 + 1e-5));
      }
}

TEST_CASE("shuffle: wide blocks of clones stay above single ones, by less than 5 %") {
  // n = 10^5, epsilon_0 = 1: deviation 150, so blocks of 9; sums over single clone counts by hand.
  const double local = 1, r = std::exp(-local);
  const std::int64_t n = 100000;
  for (const double epsilon : {0.01, 0.03}) {
    double exact = 0;
    const double mean = double(n - 1) * r, p = std::exp(local) / (1 + std::exp(local));
    for (int c = int(mean) - 1200; c <= int(mean) + 1200; ++c) {
      const double weight =
          std::exp(std::lgamma(double(n)) - std::lgamma(c + 1.0) - std::lgamma(double(n - c)) +
                   c * std::log(r) + double(n - 1 - c) * std::log1p(-r));
      if (weight < 1e-14) continue;
      double stick = 0, before = 0;
      for (int k = c / 2 - 1500; k <= c / 2 + 1500; ++k) {
        const double fair = std::exp(std::lgamma(c + 1.0) - std::lgamma(k + 1.0) -
                                     std::lgamma(c - k + 1.0) - c * std::log(2.0));
        const double P = p * before + (1 - p) * fair, Q = (1 - p) * before + p * fair;
        stick += std::max(0.0, P - std::exp(epsilon) * Q);
        before = fair;
      }
      exact += weight * stick;
    }
    const double bound = clones_delta(epsilon, n, local);
    CHECK(bound >= exact * (1 - 1e-6));
    CHECK(bound <= exact * 1.05);
  }
}

TEST_CASE("shuffle: more users hide more, never above the local epsilon, lower below upper") {
  const ShuffleAccountant accountant;
  double before = 2;
  for (const std::int64_t n : {1, 10, 100, 10000, 1000000, 1000000000}) {
    const auto price = accountant.price(shuffled(n, 2), 1e-6);
    CAPTURE(n);
    CHECK(price->epsilon <= before * (1 + 1e-9));
    CHECK(*price->epsilon_lower <= price->epsilon);
    CHECK(*price->epsilon_lower > 0);
    before = price->epsilon;
  }
  CHECK(before < 0.001);
  CHECK(near(accountant.price(shuffled(1, 2), 1e-12)->epsilon, 2, 1e-9));
  CHECK(accountant.price(shuffled(1000000, 800), 1e-300)->epsilon <= 800 * (1 + 1e-12));
}

TEST_CASE("shuffle: approximate randomisers, never below reports that reveal all at times") {
  // With probability d a report is its input (symbols 2, 3), else randomised response (0, 1).
  for (const double d : {1e-3, 0.02})
    for (const double local : {0.5, 1.5}) {
      const double truth = (1 - d) / (1 + std::exp(-local)), lie = 1 - d - truth;
      const std::array<std::array<double, 4>, 2> report{{{truth, lie, d, 0}, {lie, truth, 0, d}}};
      constexpr int n = 4;
      for (const double epsilon : {0.0, 0.1, 0.4}) {
        double worst = 0;
        for (int others = 0; others < 8; ++others) {
          std::map<std::array<int, 4>, std::array<double, 2>> law;
          for (int outcome = 0; outcome < 256; ++outcome) {
            std::array<int, 4> counts{};
            std::array<double, 2> mass{1, 1};
            for (int user = 0; user < n; ++user) {
              const int symbol = outcome >> (2 * user) & 3;
              ++counts[std::size_t(symbol)];
              for (int world = 0; world < 2; ++world) {
                const int input = user == 0 ? world : others >> (user - 1) & 1;
                mass[std::size_t(world)] *= report[std::size_t(input)][std::size_t(symbol)];
              }
            }
            for (std::size_t world : {0U, 1U}) law[counts][world] += mass[world];
          }
          for (std::size_t world : {0U, 1U}) {
            double delta = 0;
            for (const auto& [counts, mass] : law)
              delta += std::max(0.0, mass[world] - std::exp(epsilon) * mass[1 - world]);
            worst = std::max(worst, delta);
          }
        }
        CAPTURE(d);
        CAPTURE(local);
        CAPTURE(epsilon);
        CHECK(worst > 0);
        CHECK(clones_delta(epsilon, n, local) + approximate_excess(epsilon, n, local, d) >= worst);
      }
    }
  const ShuffleAccountant accountant;
  const auto at = [&](double local_delta) {
    return accountant.price(Ledger{.events = {{Shuffled{10000, 1, local_delta}}}}, 1e-6)->epsilon;
  };
  CHECK(near(at(1e-15), at(0), 1e-3));
  CHECK(at(1e-15) >= at(0));
  CHECK(at(3e-11) > at(1e-12));
  CHECK(at(1e-8) == 1 * (1 + 1e-14));  // nothing is gained: the local guarantee
  CHECK(std::isinf(at(1e-5)));
}

TEST_CASE("shuffle: what has no proved bound is refused; several releases share delta") {
  const ShuffleAccountant accountant;
  CHECK_FALSE(accountant.price(
      Ledger{.adjacency = Adjacency::add_remove, .events = {{Shuffled{100, 1}}}}, 1e-5));
  CHECK_FALSE(accountant.price(Ledger{.events = {{Gaussian{}}}}, 1e-5));
  const auto twice = accountant.price(shuffled(1000, 1, 2), 1e-5),
             once = accountant.price(shuffled(1000, 1), 5e-6);
  CHECK(near(twice->epsilon, 2 * once->epsilon, 1e-9));
  CHECK_FALSE(twice->epsilon_lower);
}

}  // namespace dpsco
