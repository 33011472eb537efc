// Noisy gradient descent and full-batch Langevin: plans against closed forms, runs against a plain
// loop.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/central/full_batch_langevin.hpp"
#include "algorithms/central/full_batch_steps.hpp"
#include "algorithms/testing/by_definition.hpp"
#include "framework/testing/near.hpp"

namespace dpsco::testing {

namespace {

std::vector<double> plain_gradient(const Problem& on, const std::vector<double>& w) {
  std::vector<double> g(w.size(), 0.0);
  for (Index i = 0; i < on.data.size(); ++i) add_gradient(on, i, w, 1 / double(on.data.size()), g);
  for (std::size_t j = 0; j < w.size(); ++j) g[j] += on.facts.regularisation * w[j];
  return g;
}

double multiplier(const Plan& plan) {
  return std::get<Gaussian>(plan.ledger.events.at(0).mechanism).noise_multiplier;
}

}  // namespace

TEST_CASE("noisy GD: T, noise and step in closed form, by d and by rank") {
  const double mu = gdp_mu(1, 1e-5);
  Facts at = facts(2000, 400, Logistic());
  at.rank = 50;
  for (const char* projection : {"ball", "none"}) {
    const auto planned =
        plan("noisy-gd", at, {{"projection", projection}, {"max_steps", std::int64_t{5000}}});
    REQUIRE(planned);
    const double q = std::string(projection) == "ball" ? 400 : 50;
    const auto& numbers = (*planned)->schedule;
    const double T = std::ceil(2000.0 * 2000 * mu * mu / (4 * q));
    CHECK(numbers.at("T") == T);
    CHECK(double((*planned)->ledger.events.at(0).count) == T);
    CHECK(near(numbers.at("sigma"), 2 * std::sqrt(T) / (2000 * mu), 1e-9));
    CHECK(near(multiplier(**planned), numbers.at("sigma") * 2000, 1e-12));
    // R B/sqrt(T + 1) is about R sqrt(2/T), the noise weighing as much as the gradients.
    const double B2 = 1 + q * numbers.at("sigma") * numbers.at("sigma");
    CHECK(std::abs(B2 - 2) < 0.1);
    CHECK(near(numbers.at("eta"), 10 / std::sqrt(B2 * (T + 1)), 1e-12));
  }
  const auto capped = plan("noisy-gd", at, {{"max_steps", std::int64_t{7}}, {"step", "fixed"}});
  CHECK((*capped)->schedule.at("T") == 7);
  CHECK(near((*capped)->schedule.at("eta"), 10 / (2 * std::sqrt(7.0)), 1e-14));
  CHECK_FALSE(plan("noisy-gd", facts(100, 3, Squared()), {{"projection", "none"}}));
}

TEST_CASE("noisy GD: the loop is the plain loop, average and last, dense and sparse, any threads" *
          doctest::test_suite("graph")) {
  for (const auto& loss : plain_and_ridge())
    for (const char* iterate : {"average", "last"})
      for (const char* projection : {"ball", "none"}) {
        const Problem on = problem(60, 7, loss);
        const auto planned = plan(
            "noisy-gd",
            on.facts,
            {{"iterate", iterate}, {"projection", projection}, {"max_steps", std::int64_t{20}}});
        REQUIRE(planned);
        const auto& numbers = (*planned)->schedule;
        Stream noise = streams().open(Purpose::noise);
        std::vector<double> w(7, 0.0), z(7), mean(7, 0.0);
        for (std::int64_t t = 1; t <= std::int64_t(numbers.at("T")); ++t) {
          const auto g = plain_gradient(on, w);
          noise.normals(z);
          for (std::size_t j = 0; j < 7; ++j)
            w[j] -= numbers.at("eta") * (g[j] - numbers.at("sigma") * z[j]);
          if (std::string(projection) == "ball") plain_projection(w, 10);
          for (std::size_t j = 0; j < 7; ++j) mean[j] += w[j] / (numbers.at("T") + 1);
        }
        const Solution solution = run(**planned, on);
        CHECK(close(solution.w, std::string(iterate) == "last" ? w : mean, 1e-10));
        CHECK(run(**planned, on, "cell", 2).w == solution.w);
        CHECK(close(run(**planned, problem(60, 7, loss, true)).w, solution.w, 1e-10));
        CHECK(double(solution.gradients) == 60 * numbers.at("T"));
      }
}

TEST_CASE("noisy GD: the noise that the ledger lists is in the output") {
  const Problem blank = blank_problem(40, 50);
  for (const char* iterate : {"average", "last"}) {
    const auto planned = plan("noisy-gd",
                              blank.facts,
                              {{"iterate", iterate}, {"projection", "none"}},
                              {.epsilon = 8, .delta = 1e-5});
    REQUIRE(planned);
    const double T = (*planned)->schedule.at("T");
    CHECK(T > 3);
    double weights = 0;
    for (std::int64_t t = 1; t <= std::int64_t(T); ++t)
      weights += std::string(iterate) == "last" ? 1 : std::pow((T + 1 - double(t)) / (T + 1), 2);
    const double sigma = (*planned)->schedule.at("eta") * multiplier(**planned) / 40;  // G = 1
    CHECK(near(output_variance(**planned, blank), weights * sigma * sigma, variance_tolerance(50)));
  }
}

TEST_CASE("noisy GD: under add_remove a record counts once, and n is the declared one") {
  const Facts at = facts(300, 7, Logistic());
  const auto one = plan("noisy-gd", at, {}, {.adjacency = Adjacency::add_remove});
  REQUIRE(one);
  CHECK((*one)->ledger.adjacency == Adjacency::add_remove);
}

// delta = 1e-5, G = 1, tr = 1/4, T to infinity. Golden values: the bound of full_batch_langevin.hpp
// minimised over (s, k) by an independent Python program, three digits.
TEST_CASE("full-batch Langevin: the tuned bound is an independent program's minimum") {
  const auto bound = [](Index n, double epsilon, double R) {
    const Facts at = facts(n, 3, Logistic(), R);
    const double unit = 1 / gdp_mu(epsilon, 1e-5), T = 1e9;
    return langevin_bound(at, unit, T, tuned_langevin(at, unit, T));
  };
  CHECK(near(bound(1000, std::pow(1000, -0.25), 1), 0.0949, 0.01));
  CHECK(near(bound(1000, 0.1, 1), 0.126, 0.01));
  CHECK(near(bound(1000, 1, 1), 0.0551, 0.01));
  CHECK(near(bound(10000, 1, 1), 0.0160, 0.01));
  CHECK(near(bound(10000, 0.1, 10), 0.562, 0.01));
  CHECK(near(bound(1000, 1, 10), 0.778, 0.01));
}

TEST_CASE("full-batch Langevin: (s, k) is a minimum of the bound, or at the largest step") {
  for (const double T : {2.0, 20.0, 200.0}) {
    const Facts at = facts(500, 3, Logistic());
    const LangevinTuning best = tuned_langevin(at, 4, T);
    const double value = langevin_bound(at, 4, T, best);
    CHECK(best.s <= 2 * T / 0.25);
    CHECK(value <= langevin_bound(at, 4, T, {best.s * 0.99, best.k}));
    if (best.s < 7.9 * T) CHECK(value <= langevin_bound(at, 4, T, {best.s * 1.01, best.k}));
    CHECK(value <= langevin_bound(at, 4, T, {best.s, best.k / 1.2}) * (1 + 1e-12));
  }
}

TEST_CASE("full-batch Langevin: the loop is the plain loop, average and last") {
  for (const auto& loss : plain_and_ridge())
    for (const char* iterate : {"average", "last"}) {
      const Problem on = problem(60, 7, loss);
      const auto planned = plan(
          "full-batch-langevin", on.facts, {{"iterate", iterate}, {"steps", std::int64_t{20}}});
      REQUIRE(planned);
      const auto& numbers = (*planned)->schedule;
      const double c = 1 - numbers.at("k") / 20, beta0 = numbers.at("beta0");
      const Streams drawn = streams();
      Stream noise = drawn.open(Purpose::noise);
      std::vector<double> w(7), z(7);
      drawn.open(Purpose::init).normals(w);
      for (double& v : w) v *= std::sqrt(beta0);
      std::vector<double> mean = w;
      for (int t = 2; t <= 20; ++t) {
        const auto g = plain_gradient(on, w);
        noise.normals(z);
        for (std::size_t j = 0; j < 7; ++j) {
          w[j] = c * (w[j] - numbers.at("eta") * g[j]) + std::sqrt((1 - c * c) * beta0) * z[j];
          mean[j] += w[j];
        }
      }
      for (double& v : mean) v /= 20;
      CHECK(close(run(**planned, on).w, std::string(iterate) == "last" ? w : mean, 1e-9));
      CHECK(close(run(**planned, problem(60, 7, loss, true)).w, run(**planned, on).w, 1e-10));
      // 2 C = 2 c eta G/n against the noise of one update, T - 1 times, is the whole budget.
      const double each = 2 * c * numbers.at("eta") / 60 / std::sqrt((1 - c * c) * beta0);
      CHECK(near(each * std::sqrt(19.0), gdp_mu(1, 1e-5), 1e-9));
    }
}

TEST_CASE("full-batch Langevin: the noise that the ledger lists is in the output") {
  const Problem blank = blank_problem(40, 50);
  const auto planned =
      plan("full-batch-langevin", blank.facts, {{"iterate", "last"}, {"steps", std::int64_t{20}}});
  REQUIRE(planned);
  const double c = 1 - (*planned)->schedule.at("k") / 20;
  const double step = multiplier(**planned) * c * (*planned)->schedule.at("eta") / 40;  // G = 1
  CHECK(near(output_variance(**planned, blank), step * step / (1 - c * c), variance_tolerance(50)));
}

}  // namespace dpsco::testing
