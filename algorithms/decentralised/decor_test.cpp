#include "algorithms/decentralised/decor.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/decentralised/fixtures.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

TEST_CASE("decor: the fast loop is the plain loop, sparse as dense, any threads" *
          doctest::test_suite("graph")) {
  const Problem on = ridge_problem(62, 5, 0.2), sparse = ridge_problem(62, 5, 0.2, true);
  const auto made =
      plan("decor", on.facts, {{"agents", std::int64_t{6}}, {"rounds", std::int64_t{6}}});
  REQUIRE(made);
  Plain p(**made, on);
  const Graph& graph = p.of.setup.network->graph();
  const double pair = (*made)->schedule.at("pair_noise");
  CHECK(near(pair, 4 * p.scale, 1e-14));
  std::vector<Stream> secrets;
  for (std::size_t e = 0; e < graph.edges().size(); ++e)
    secrets.push_back(streams().open(Purpose::noise, 6 + e));
  Eigen::MatrixXd x = p.zeros();
  for (int k = 0; k < 6; ++k) {
    Eigen::MatrixXd g = p.noisy_gradient(x);
    std::vector<double> v(5);
    for (std::size_t e = 0; e < graph.edges().size(); ++e) {
      secrets[e].normals(v);
      for (Index l = 0; l < 5; ++l) {
        g(graph.edges()[e].first, l) += pair * v[std::size_t(l)];
        g(graph.edges()[e].second, l) -= pair * v[std::size_t(l)];
      }
    }
    x = p.W * (x - p.eta * g);
  }
  const Solution fast = run(**made, on);
  CHECK(largest_gap(fast.agents, x) < 1e-9);
  CHECK(largest_gap(run(**made, sparse).agents, x) < 1e-9);
  CHECK(run(**made, on, 3).agents == fast.agents);
}

// Without features one round leaves W times the broadcast noise; on a network of two agents with
// lazy weights W is (3/4, 1/4), so the broadcasts can be solved for.
TEST_CASE("decor: the covariance that the ledger's release follows from is in the broadcasts") {
  const Problem on = without_features(8, 6);
  const auto made = plan("decor",
                         on.facts,
                         {{"agents", std::int64_t{2}},
                          {"graph", "ring"},
                          {"weights", "lazy-metropolis"},
                          {"rounds", std::int64_t{1}},
                          {"eta", 0.5},
                          {"ratio", 2.0}});
  REQUIRE(made);
  double own = 0, cross = 0, mean = 0;
  constexpr int seeds = 4000, values = seeds * 6;
  for (int seed = 0; seed < seeds; ++seed) {
    const auto x = run(**made, on, 1, Streams(std::uint64_t(seed), "shared", "cell")).agents;
    for (std::size_t l = 0; l < 6; ++l) {
      const double a = 1.5 * x[l] - 0.5 * x[6 + l], b = 1.5 * x[6 + l] - 0.5 * x[l];
      own += a * a / values;
      cross += a * b / values;
      mean += (a + b) * (a + b) / 4 / values;
    }
  }
  const double s = 0.5 * (*made)->schedule.at("gradient_noise");
  const double tolerance = 5 * std::sqrt(2.0 / values);
  CHECK(near(own, 5 * s * s, tolerance));  // s^2 (1 + ratio^2)
  CHECK(near(cross, -4 * s * s, tolerance * 2));
  CHECK(near(mean, s * s / 2, tolerance));  // the pair terms vanish
  // (S^{-1})_11 = 5/(25 - 16)/s^2, so the release is as one of variance 9/5 s^2.
  const double released =
      0.5 / 4 * std::get<Gaussian>((*made)->ledger.events.at(0).mechanism).noise_multiplier;
  CHECK(near(released * released, 9.0 / 5 * s * s, 1e-9));
  CHECK_FALSE(
      plan("decor",
           on.facts,
           {{"agents", std::int64_t{2}}, {"graph", "ring"}, {"colluders", std::int64_t{2}}}));
}

}  // namespace dpsco
