#include "algorithms/decentralised/random_coordinate.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/decentralised/fixtures.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

TEST_CASE("random coordinate: the fast loop is the plain loop, sparse as dense, any threads" *
          doctest::test_suite("graph")) {
  const Problem on = ridge_problem(62, 5, 0.2), sparse = ridge_problem(62, 5, 0.2, true);
  const auto made = plan("dp-random-coordinate",
                         on.facts,
                         {{"agents", std::int64_t{6}}, {"rounds", std::int64_t{40}}});
  REQUIRE(made);
  Plain p(**made, on);
  Stream coordinates = streams().open(Purpose::sampling);
  Eigen::MatrixXd x = p.zeros();
  for (int k = 0; k < 40; ++k) {
    const auto l = Index(coordinates.below(5));
    const Eigen::MatrixXd g = p.gradient(x);
    x = p.W * x;
    Eigen::MatrixXd before = x;
    for (int i = 0; i < 6; ++i) {
      double z = 0;
      p.noise[std::size_t(i)].normals({&z, 1});
      x(i, l) -= p.eta * (g(i, l) + p.scale * z);
    }
    CHECK((x - before).cwiseAbs().colwise().sum().count() <= 1);
  }
  CHECK(largest_gap(run(**made, on).agents, x) < 1e-10);
  CHECK(largest_gap(run(**made, sparse).agents, x) < 1e-10);
  CHECK(run(**made, on, 3).agents == run(**made, on).agents);
}

TEST_CASE("random coordinate: one number a round is charged, by B_inf") {
  Facts flat = facts(1000, 50, Logistic());
  flat.bounds.row_norm_inf = 0.2;
  for (const char* noise : {"gaussian", "laplace"}) {
    const auto made =
        plan("dp-random-coordinate", flat, {{"noise", noise}, {"rounds", std::int64_t{30}}});
    REQUIRE(made);
    const Event& event = (*made)->ledger.events.at(0);
    CHECK(event.count == 30);
    const double C_inf = 0.2 / 100;
    const double multiplier = std::string(noise) == "gaussian"
                                  ? std::get<Gaussian>(event.mechanism).noise_multiplier
                                  : std::get<Laplace>(event.mechanism).noise_multiplier;
    CHECK(near((*made)->schedule.at("gradient_noise"), multiplier * C_inf, 1e-12));
  }
  // Pure epsilon over 30 rounds: scale = 30 * 2 C / epsilon.
  const auto pure =
      plan("dp-random-coordinate", flat, {{"noise", "laplace"}, {"rounds", std::int64_t{30}}});
  CHECK(near((*pure)->schedule.at("gradient_noise"), 30 * 2 * 0.2 / 100, 1e-12));
}

TEST_CASE("random coordinate: the noise that the ledger lists is in the output") {
  const Problem on = without_features(40, 8);
  const auto made =
      plan("dp-random-coordinate", on.facts, {{"rounds", std::int64_t{1}}, {"eta", 0.5}});
  REQUIRE(made);
  const double sigma =
      0.5 / 4 * std::get<Gaussian>((*made)->ledger.events.at(0).mechanism).noise_multiplier;
  double squares = 0;
  int moved = 0;
  for (int seed = 0; seed < 1000; ++seed)
    for (const double v :
         run(**made, on, 1, Streams(std::uint64_t(seed), "shared", "cell")).agents) {
      squares += v * v / (1000 * 10);
      moved += v != 0 ? 1 : 0;
    }
  CHECK(moved == 1000 * 10);
  CHECK(near(squares, sigma * sigma, 5 * std::sqrt(2.0 / 10000)));
}

TEST_CASE("random coordinate: goes to the optimum's neighbourhood when epsilon is beyond measure") {
  const Problem on = ridge_problem(100, 4, 0.5);
  const auto made = plan(
      "dp-random-coordinate",
      on.facts,
      {{"noise", "laplace"}, {"eta", 0.02}, {"rounds", std::int64_t{8000}}, {"graph", "complete"}},
      {.epsilon = 1e16, .delta = 1e-5});
  REQUIRE(made);
  CHECK(largest_slope(on, run(**made, on).w) < 2e-3);
}

}  // namespace dpsco
