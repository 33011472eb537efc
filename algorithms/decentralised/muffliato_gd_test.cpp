#include "algorithms/decentralised/muffliato_gd.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/decentralised/fixtures.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

TEST_CASE("gossip: the fast loop is the plain loop, sparse as dense, any threads" *
          doctest::test_suite("graph")) {
  const Problem on = ridge_problem(62, 5, 0.2), sparse = ridge_problem(62, 5, 0.2, true);
  for (const std::int64_t length : {1, 2, 7}) {
    const auto made = plan("muffliato-gd",
                           on.facts,
                           {{"agents", std::int64_t{6}},
                            {"graph", "ring"},
                            {"rounds", std::int64_t{5}},
                            {"gossip", length}});
    REQUIRE(made);
    Plain p(**made, on);
    const double l = 1 - p.of.setup.network->contraction();
    const double g = 2 * (1 - std::sqrt(l * (1 - l / 4))) / ((1 - l / 2) * (1 - l / 2));
    Eigen::MatrixXd x = p.zeros();
    for (int k = 0; k < 5; ++k) {
      Eigen::MatrixXd before = p.noisy_step(x), now = p.W * before;
      for (std::int64_t t = 2; t <= length; ++t) {
        const Eigen::MatrixXd next = g * p.W * now + (1 - g) * before;
        before = now;
        now = next;
      }
      x = now;
    }
    const Solution fast = run(**made, on);
    CHECK(largest_gap(fast.agents, x) < 1e-10);
    CHECK(largest_gap(run(**made, sparse).agents, x) < 1e-10);
    CHECK(run(**made, on, 3).agents == fast.agents);
    CHECK(fast.sent_bytes == double(length) * 2 * 6 * 5 * 8 * 5);
  }
}

TEST_CASE("gossip: planned long enough that disagreement is below the noise of the mean") {
  const Problem on = without_features(400, 20);
  for (const char* graph : {"ring", "grid", "star", "complete", "random"}) {
    CAPTURE(graph);
    const auto made = plan("muffliato-gd",
                           on.facts,
                           {{"agents", std::int64_t{40}},
                            {"graph", graph},
                            {"rounds", std::int64_t{1}},
                            {"eta", 0.5}});
    REQUIRE(made);
    const Solution end = run(**made, on);
    double apart = 0, mean = 0;
    for (std::size_t k = 0; k < end.agents.size(); ++k)
      apart += std::pow(end.agents[k] - end.w[k % 20], 2) / 40;
    for (const double w : end.w) mean += w * w;
    CHECK(apart < 4 * mean);
    if (std::string(graph) == "complete") CHECK(apart < 1e-20);
  }
}

TEST_CASE("gossip: the noise that the ledger lists is in the agents' mean, once a round") {
  const Problem on = without_features(40, 8);
  const auto made = plan("muffliato-gd", on.facts, {{"rounds", std::int64_t{3}}, {"eta", 0.5}});
  REQUIRE(made);
  const Event& event = (*made)->ledger.events.at(0);
  CHECK(event.count == 3);
  const double sigma = 0.5 / 4 * std::get<Gaussian>(event.mechanism).noise_multiplier;
  double squares = 0;
  for (int seed = 0; seed < 1000; ++seed)
    for (const double w : run(**made, on, 1, Streams(std::uint64_t(seed), "shared", "cell")).w)
      squares += w * w / 8000;
  CHECK(near(squares, 3 * sigma * sigma / 10, 5 * std::sqrt(2.0 / 8000)));
}

}  // namespace dpsco
