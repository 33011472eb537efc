#include "privacy/filters/renyi_filter.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/random.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

constexpr Target target{.epsilon = 2, .delta = 1e-6, .adjacency = Adjacency::add_remove};

}  // namespace

TEST_CASE("filter: accepts until the budget is used, then refuses and charges nothing") {
  RenyiFilter filter(8, 1, Adjacency::add_remove);  // a Gaussian of noise 2 costs 8 / 8 = 1
  CHECK(*filter.spend({Gaussian{4}}));              // 0.25
  CHECK(near(filter.spent(), 0.25, 1e-12));
  CHECK_FALSE(*filter.spend({Gaussian{2}}));
  CHECK(near(filter.spent(), 0.25, 1e-12));
  CHECK(*filter.spend({Gaussian{4}, 2}));  // a smaller one still fits
  CHECK(filter.releases() == 3);
  CHECK(filter.remaining() >= 0);
  CHECK_FALSE(*filter.spend({NonPrivate{}}));
  CHECK(*filter.spend({Zcdp{0}}));
}

TEST_CASE("filter: for a target, fixed composition in advance buys no more") {
  RenyiFilter filter = RenyiFilter::for_target(target);
  CHECK(filter.promised_epsilon(target.delta) <= target.epsilon * (1 + 1e-12));
  CHECK(near(filter.promised_epsilon(target.delta), target.epsilon, 1e-9));
  // Adaptively chosen noises until nothing of noise 20 fits: the exact price is within the target.
  Stream stream({1, 2});
  double mu_squared = 0;
  for (int i = 0; i < 100000; ++i) {
    const double noise = 20 + 10 * stream.uniform() * double(filter.releases() % 3);
    if (!*filter.spend({Gaussian{noise}})) break;
    mu_squared += 1 / (noise * noise);
  }
  CHECK(gdp_epsilon(std::sqrt(mu_squared), target.delta) <= target.epsilon);
  CHECK(gdp_epsilon(std::sqrt(mu_squared), target.delta) >= 0.85 * target.epsilon);
}

TEST_CASE("filter: sampled and fixed-size events follow the adjacency; without a bound, a skip") {
  RenyiFilter add(4, 1, Adjacency::add_remove), replace(4, 1, Adjacency::replace_one);
  const Event poisson{PoissonSampled{0.01, {{Gaussian{1}}}}, 10},
      fixed{SampledWithoutReplacement{1, 100, {{Gaussian{2}}}}, 10};
  CHECK(*add.spend(poisson));
  CHECK_FALSE(add.spend(fixed));
  CHECK(*replace.spend(fixed));
  CHECK_FALSE(replace.spend({Shuffled{10, 1}}));
  CHECK_FALSE(replace.spend({Approximate{0.01, 1e-9}}));
  CHECK(replace.releases() == 10);
}

TEST_CASE(
    "odometer: grows with every release and holds on simulated Gaussian losses at all times") {
  // Losses of Gaussians N(mu, 1) against N(0, 1): L = mu x - mu^2/2; adversarial stopping: the
  // maximum over time of L - odometer must be positive with probability at most delta.
  constexpr double delta = 0.05;
  constexpr int runs = 4000, steps = 60;
  Stream stream({4, 2});
  int violations = 0;
  for (int run = 0; run < runs; ++run) {
    RenyiFilter filter(6, 1e9, Adjacency::add_remove);
    double loss = 0, before = 0;
    bool violated = false;
    std::vector<double> z(steps);
    stream.normals(z);
    for (int t = 0; t < steps; ++t) {
      const double mu = loss > 0 ? 0.4 : 0.1;  // chosen after what happened
      (void)filter.spend({Gdp{mu}});
      loss += mu * (mu + z[std::size_t(t)]) - mu * mu / 2;
      const double odometer = filter.odometer_epsilon(delta);
      violated = violated || loss > odometer;
      REQUIRE(odometer > before);
      before = odometer;
    }
    violations += violated ? 1 : 0;
  }
  CHECK(violations <= delta * runs);
  CHECK(violations > 0);  // or the test could not fail
}

TEST_CASE("filter: bad arguments are named") {
  CHECK_THROWS_AS(RenyiFilter(1, 1, Adjacency::add_remove), ConfigError);
  CHECK_THROWS_AS(RenyiFilter(2, -1, Adjacency::add_remove), ConfigError);
  CHECK_THROWS_AS((void)RenyiFilter::for_target({.epsilon = 0}), ConfigError);
  const RenyiFilter filter(2, 1, Adjacency::add_remove);
  CHECK_THROWS_AS((void)filter.promised_epsilon(0), ConfigError);
  CHECK(filter.odometer_epsilon(1e-5) == 0);
}

}  // namespace dpsco
