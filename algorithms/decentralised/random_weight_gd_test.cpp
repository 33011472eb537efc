#include "algorithms/decentralised/random_weight_gd.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/decentralised/fixtures.hpp"
#include "algorithms/decentralised/realised.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

namespace {

constexpr const char* families[] = {"lazy", "wide", "extreme"};

Outcome<std::shared_ptr<const Plan>> planned(const Problem& on, Parameters more) {
  more.emplace("rounds", std::int64_t{12});
  return plan("random-weight-gd", on.facts, more);
}

struct Path {
  std::vector<double> x{};
  double realised = 0;
};

/// The method from its definition; weights as numbers that multiply neighbours, where they do.
Path plain_loop(const Plan& plan, const Problem& on, const std::string& family, double theta) {
  const auto& of = dynamic_cast<const DescentPlan&>(plan);
  const auto N = std::size_t(of.setup.agents()), d = std::size_t(on.data.dimension());
  const auto W = dense_weights(*of.setup.network);
  const LocalObjectives local(
      on, deal(of.setup.split, on.data, int(N), streams().open(Purpose::split, 1)), of.setup.share);
  std::vector<Stream> noise, secret;
  for (std::size_t i = 0; i < N; ++i) {
    noise.push_back(streams().open(Purpose::noise, i));
    secret.push_back(streams().open(Purpose::init, i));
  }
  Path path{.x = std::vector<double>(N * d, 0.0)};
  std::vector<double> next(N * d), g(d);
  const double eta = plan.schedule.at("eta"), scale = eta * plan.schedule.at("gradient_noise");
  for (std::int64_t k = 0; k < of.setup.rounds; ++k) {
    for (std::size_t i = 0; i < N; ++i) {
      local.gradient(int(i), std::span(path.x).subspan(i * d, d), g);
      for (std::size_t l = 0; l < d; ++l) {
        const double u = secret[i].uniform();
        double low = path.x[i * d + l], high = low, mean = 0;
        for (std::size_t j = 0; j < N; ++j) {
          mean += W[i * N + j] * path.x[j * d + l];
          if (W[i * N + j] == 0) continue;
          low = std::min(low, path.x[j * d + l]);
          high = std::max(high, path.x[j * d + l]);
        }
        double from = 0, to = 0;
        if (family == "lazy") {
          const double away = path.x[i * d + l] - mean;
          from = path.x[i * d + l] - (1 + theta) * away;
          to = path.x[i * d + l] - (1 - theta) * away;
          if (from > to) std::swap(from, to);
        } else if (family == "wide") {
          const double h = theta * std::min(high - mean, mean - low);
          from = mean - h;
          to = mean + h;
        } else {
          from = (low + high) / 2 - theta * (high - low) / 2;
          to = (low + high) / 2 + theta * (high - low) / 2;
        }
        const double v = noise[i].uniform();
        const double delta = scale * (v < 0.5 ? std::log(2 * v) : -std::log(2 - 2 * v));
        const double y = (to - from) * u + delta;
        next[i * d + l] = from + y - eta * g[l];
        path.realised +=
            realised_loss(1 / scale, to - from, y, eta * plan.schedule.at("B_inf")) / double(N);
      }
    }
    path.x = next;
  }
  return path;
}

}  // namespace

TEST_CASE("random weights: the fast loop is the plain loop, realised loss included") {
  auto ridge = std::make_shared<Logistic>();
  ridge->l2 = 0.1;
  const Problem on = problem(50, 4, ridge);
  for (const char* family : families)
    for (const double theta : {0.0, 0.6, 1.0}) {
      const auto made = planned(on, {{"family", family}, {"theta", theta}, {"realised", "yes"}});
      REQUIRE(made);
      const Solution fast = run(**made, on);
      const Path slow = plain_loop(**made, on, family, theta);
      CHECK(largest_gap(fast.agents, slow.x) < 1e-10);
      REQUIRE(fast.realised_loss);
      CHECK(near(*fast.realised_loss, slow.realised, 1e-6));
      CHECK(*fast.realised_loss <= (*made)->schedule.at("worst_case_d_B_inf"));
      CHECK(run(**made, on, 3).agents == fast.agents);
    }
}

TEST_CASE("random weights of width 0 are dp-dgd, bit for bit in law and to rounding in path") {
  const Problem on = problem(50, 4, std::make_shared<Logistic>());
  const auto random = planned(on, {{"theta", 0.0}, {"eta", 0.5}});
  const auto fixed =
      plan("dp-dgd", on.facts, {{"rounds", std::int64_t{12}}, {"noise", "laplace"}, {"eta", 0.5}});
  CHECK(largest_gap(run(**random, on).agents, run(**fixed, on).agents) < 1e-13);
}

TEST_CASE("lazy and wide weights keep the mean W x; extreme weights do not, and the plan says so") {
  const Problem on = problem(50, 4, std::make_shared<Logistic>());
  CHECK((*planned(on, {}))->schedule.at("mean_preserving") == 1);
  CHECK((*planned(on, {{"family", "wide"}}))->schedule.at("mean_preserving") == 1);
  CHECK((*planned(on, {{"family", "extreme"}}))->schedule.at("mean_preserving") == 0);
  // On data without features x^1 is noise, and two rounds differ from one by what the weights do
  // to the agents' mean, plus fresh noise. Extreme weights pull it to the mid-range: towards the
  // longer tail of x^1, so the move's sign goes with the third moment's.
  const Problem none = without_features(50, 6);
  for (const char* family : families) {
    const auto two = planned(none, {{"family", family}, {"rounds", std::int64_t{2}}, {"eta", 1.0}});
    const auto one = planned(none, {{"family", family}, {"rounds", std::int64_t{1}}, {"eta", 1.0}});
    REQUIRE(two);
    REQUIRE(one);
    // Twice the rounds for the same epsilon: more noise in each.
    const double louder =
        (*two)->schedule.at("gradient_noise") / (*one)->schedule.at("gradient_noise");
    double drift = 0, squares = 0;
    constexpr int seeds = 400;
    for (int seed = 0; seed < seeds; ++seed) {
      const Streams from(std::uint64_t(seed), "shared", "cell");
      const Solution before = run(**one, none, 1, from), after = run(**two, none, 1, from);
      for (std::size_t l = 0; l < 6; ++l) {
        double third = 0;
        for (std::size_t i = 0; i < 10; ++i)
          third += std::pow(before.agents[i * 6 + l] - before.w[l], 3);
        const double move = (after.w[l] - louder * before.w[l]) * (third > 0 ? 1 : -1);
        drift += move;
        squares += move * move;
      }
    }
    const double z = drift / std::sqrt(squares);
    CAPTURE(family);
    CAPTURE(z);
    if (std::string(family) == "extreme") {
      CHECK(z > 4);
    } else {
      CHECK(std::abs(z) < 4);
    }
  }
}

TEST_CASE("convex = yes refuses lazy weights that may be negative, naming the largest theta") {
  const Problem on = problem(50, 4, std::make_shared<Logistic>());
  const auto refused = planned(on, {{"convex", "yes"}});
  REQUIRE_FALSE(refused);
  const std::string& why = refused.skip().reason;
  const std::size_t at = why.find("theta <= ");
  REQUIRE(at != std::string::npos);
  const double largest = std::stod(why.substr(at + 9));
  CHECK(planned(on, {{"convex", "yes"}, {"theta", largest * 0.999}}));
  CHECK_FALSE(planned(on, {{"convex", "yes"}, {"theta", largest * 1.001}}));
  CHECK(planned(on, {{"convex", "yes"}, {"weights", "lazy-metropolis"}}));
  CHECK(planned(on, {{"convex", "yes"}, {"family", "wide"}}));
  CHECK_FALSE(planned(on, {{"realised", "yes"}, {"noise", "gaussian"}}));
}

TEST_CASE("random weights: the noise that the ledger lists is in the output") {
  const Problem on = without_features(40, 8);
  const auto made = planned(on, {{"rounds", std::int64_t{1}}, {"eta", 0.5}});
  const double scale = 0.5 * std::sqrt(8.0) / 4 *
                       std::get<Laplace>((*made)->ledger.events.at(0).mechanism).noise_multiplier;
  double absolute = 0;
  constexpr int seeds = 400, values = seeds * 80;
  for (int seed = 0; seed < seeds; ++seed)
    for (const double v : run(**made, on, 1, Streams(std::uint64_t(seed), "shared", "cell")).agents)
      absolute += std::abs(v) / values;
  CHECK(near(absolute, scale, 5 / std::sqrt(double(values))));
}

// 02 section 3.2: the worst case is rate * shift whatever the width, met with probability
// (1 - e^-z)(1 + e^{-rate s})/(2 z); the mean over p is gamma.
TEST_CASE("realised loss: its worst case and its mean are the closed forms") {
  for (const double beta : {2.0, 6.0, 10.0})
    for (const double omega : {0.1, 0.5, 1.0}) {
      constexpr double s = 0.001;
      const double z = beta * omega;
      double mean = 0, worst = 0;
      constexpr int steps = 40000;
      const double from = -20 / beta, to = omega + 20 / beta, h = (to - from) / steps;
      for (int k = 0; k < steps; ++k) {
        const double y = from + (k + 0.5) * h;
        const double outside = -std::expm1(-z) / (2 * omega);
        const double p =
            y < 0       ? outside * std::exp(beta * y)
            : y > omega ? outside * std::exp(-beta * (y - omega))
                        : (2 - std::exp(-beta * y) - std::exp(-beta * (omega - y))) / (2 * omega);
        const double loss = realised_loss(beta, omega, y, s);
        mean += p * loss * h;
        worst = std::max(worst, loss);
      }
      CHECK(near(worst, beta * s, 1e-12));
      CHECK(std::abs(mean / (beta * s) - 2 * -std::expm1(-z / 2) / z) < 4e-3);
    }
  CHECK(near(realised_loss(3, 0, 0.2, 0.1), 0.3, 1e-12));
}

}  // namespace dpsco
