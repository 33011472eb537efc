// EXTRA, with and without noise, and gradient tracking: methods that a constant step takes to the
// optimum itself.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/decentralised/fixtures.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

namespace {

constexpr const char* noisy[] = {"dp-extra", "dp-gradient-tracking"};
const Parameters short_run{{"agents", std::int64_t{6}}, {"rounds", std::int64_t{9}}};

Eigen::MatrixXd plain_extra(Plain p, bool free) {
  const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(p.N, p.N);
  const auto g_at = [&](const Eigen::MatrixXd& X) {
    return free ? p.gradient(X) : p.noisy_gradient(X);
  };
  Eigen::MatrixXd x0 = p.zeros(), g0 = g_at(x0), x1 = p.W * x0 - p.eta * g0;
  for (std::int64_t k = 2; k <= p.of.setup.rounds; ++k) {
    const Eigen::MatrixXd g1 = g_at(x1);
    const Eigen::MatrixXd x2 = (I + p.W) * x1 - (I + p.W) / 2 * x0 - p.eta * (g1 - g0);
    x0 = x1;
    x1 = x2;
    g0 = g1;
  }
  return x1;
}

Eigen::MatrixXd plain_tracking(Plain p) {
  Eigen::MatrixXd x = p.zeros(), g = p.noisy_gradient(x), s = g;
  for (std::int64_t k = 1; k <= p.of.setup.rounds; ++k) {
    x = p.W * x - p.eta * s;
    if (k == p.of.setup.rounds) break;
    const Eigen::MatrixXd now = p.noisy_gradient(x);
    s = p.W * s + now - g;
    g = now;
  }
  return x;
}

}  // namespace

TEST_CASE("extra, dp-extra and gradient tracking: the fast loop is the plain loop") {
  const Problem on = ridge_problem(62, 5, 0.2);
  const auto extra = plan("extra", on.facts, short_run),
             dp_extra = plan("dp-extra", on.facts, short_run),
             tracking = plan("dp-gradient-tracking", on.facts, short_run);
  REQUIRE(extra);
  REQUIRE(dp_extra);
  REQUIRE(tracking);
  CHECK(largest_gap(run(**extra, on).agents, plain_extra(Plain(**extra, on), true)) < 1e-12);
  CHECK(largest_gap(run(**dp_extra, on).agents, plain_extra(Plain(**dp_extra, on), false)) < 1e-10);
  CHECK(largest_gap(run(**tracking, on).agents, plain_tracking(Plain(**tracking, on))) < 1e-10);
  CHECK(run(**extra, on).sent_bytes == 2 * 12 * 5 * 8 * 9);
  CHECK(run(**tracking, on).sent_bytes == 2 * run(**extra, on).sent_bytes);
}

TEST_CASE("extra reaches the optimum itself where dgd stays a step away") {
  const Problem on = ridge_problem(100, 4, 0.3);
  const Parameters long_run{{"rounds", std::int64_t{3000}}, {"eta", 0.5}};
  const auto extra = plan("extra", on.facts, long_run), dgd = plan("dgd", on.facts, long_run);
  REQUIRE(extra);
  REQUIRE(dgd);
  CHECK(largest_slope(on, run(**extra, on).w) < 1e-9);
  CHECK(largest_slope(on, run(**dgd, on).w) > 1e-5);
  const Solution end = run(**extra, on);
  for (std::size_t k = 0; k < end.agents.size(); ++k)
    CHECK(std::abs(end.agents[k] - end.w[k % 4]) < 1e-9);
}

TEST_CASE("gradient tracking reaches the optimum itself when epsilon is beyond measure") {
  const Problem on = ridge_problem(100, 4, 0.3);
  const auto made = plan("dp-gradient-tracking",
                         on.facts,
                         {{"rounds", std::int64_t{3000}}, {"eta", 0.2}, {"noise", "laplace"}},
                         {.epsilon = 1e16, .delta = 1e-5});
  REQUIRE(made);
  CHECK(largest_slope(on, run(**made, on).w) < 1e-8);
}

TEST_CASE("noisy exact methods: the same bits for any number of threads, sparse as dense" *
          doctest::test_suite("graph")) {
  const Problem dense = ridge_problem(80, 7, 0.1), sparse = ridge_problem(80, 7, 0.1, true);
  for (const char* name : noisy)
    for (const char* noise : {"gaussian", "laplace", "exponential"}) {
      const auto made = plan(name, dense.facts, {{"noise", noise}, {"rounds", std::int64_t{15}}});
      REQUIRE(made);
      const Solution one = run(**made, dense);
      CHECK(run(**made, dense, 3).agents == one.agents);
      CHECK(largest_gap(run(**made, sparse).agents, one.agents) < 1e-9);
    }
}

// Without features the gradients are the noise: x^1 = -eta noise for both methods.
TEST_CASE("noisy exact methods: the noise that the ledger lists is in the output, once") {
  const Problem on = without_features(40, 8);
  for (const char* name : noisy) {
    const auto one = plan(name, on.facts, {{"rounds", std::int64_t{1}}, {"eta", 0.5}}),
               two = plan(name, on.facts, {{"rounds", std::int64_t{2}}, {"eta", 0.5}});
    REQUIRE(one);
    REQUIRE(two);
    CHECK((*two)->ledger.events.at(0).count == 2);
    double first = 0, second = 0;
    constexpr int seeds = 400, values = seeds * 80;
    for (int seed = 0; seed < seeds; ++seed) {
      const Streams from(std::uint64_t(seed), "shared", "cell");
      for (const double v : run(**one, on, 1, from).agents) first += v * v / values;
      for (const double v : run(**two, on, 1, from).w) second += v * v / (seeds * 8);
    }
    const auto sigma = [&](const Plan& plan) {
      return 0.5 / 4 * std::get<Gaussian>(plan.ledger.events.at(0).mechanism).noise_multiplier;
    };
    CHECK(near(first, std::pow(sigma(**one), 2), 5 * std::sqrt(2.0 / values)));
    // The agents' mean has moved by eta times the mean of two draws a round, both methods alike.
    CHECK(near(second, 2 * std::pow(sigma(**two), 2) / 10, 5 * std::sqrt(2.0 / (seeds * 8))));
  }
}

TEST_CASE("exact methods refuse a step beyond their limit, naming it") {
  const Facts on = facts(100, 4, Logistic());
  for (const char* name : {"extra", "dp-extra", "dp-gradient-tracking"}) {
    const auto refused = plan(name, on, {{"eta", 1e3}});
    REQUIRE_FALSE(refused);
    const std::string& why = refused.skip().reason;
    const std::size_t at = why.find("admissible eta is ");
    REQUIRE(at != std::string::npos);
    const double largest = std::stod(why.substr(at + 18));
    CHECK(plan(name, on, {{"eta", largest * 0.9999}}));
    CHECK_FALSE(plan(name, on, {{"eta", largest * 1.0001}}));
  }
}

}  // namespace dpsco
