#include "algorithms/decentralised/random_weight_gd.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/decentralised/fixtures.hpp"
#include "algorithms/decentralised/weighted_release.hpp"
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
            RealisedLoss(
                {.rate = 1 / scale, .width = to - from}, y, eta * plan.schedule.at("B_inf"))
                .simulated_nats() /
            double(N);
      }
    }
    path.x = next;
  }
  return path;
}

}  // namespace

TEST_CASE("random weights: the fast loop is the plain loop, realised loss included" *
          doctest::test_suite("graph")) {
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
  const auto& listed = std::get<LaplaceUniformMixture>((*made)->ledger.events.at(0).mechanism);
  const double scale = 0.5 * std::sqrt(8.0) / 4 / listed.rate.at(7);
  CHECK(listed.rate.size() == 8);
  // In units of what one record contributes to the L1 norm of a gradient; it moves by twice that.
  CHECK(listed.shift_1 == 2);
  CHECK(near(listed.shift_2, 2 / std::sqrt(8.0), 1e-12));
  CHECK(near(listed.shift_inf, 2 / std::sqrt(8.0), 1e-12));
  double absolute = 0;
  constexpr int seeds = 400, values = seeds * 80;
  for (int seed = 0; seed < seeds; ++seed)
    for (const double v : run(**made, on, 1, Streams(std::uint64_t(seed), "shared", "cell")).agents)
      absolute += std::abs(v) / values;
  CHECK(near(absolute, scale, 5 / std::sqrt(double(values))));
}

TEST_CASE("random weights: what a filter is told has this path's widths and all three norms") {
  const Problem on = problem(50, 4, std::make_shared<Logistic>());
  for (const char* family : families) {
    const auto made = planned(on, {{"family", family}, {"theta", 0.6}, {"eta", 0.5}});
    REQUIRE(made);
    const auto& releases = dynamic_cast<const WeightedReleases&>(**made);
    const Network& network = *dynamic_cast<const DescentPlan&>(**made).setup.network;
    const auto W = dense_weights(network);
    Stream stream({3, 9});
    std::vector<double> x(40);
    for (double& v : x) v = stream.uniform();
    for (int i = 0; i < 10; ++i) {
      const auto release = releases.next_release(i, x);
      REQUIRE(release);
      CHECK(near(release->shift_2, 0.5 * (*made)->schedule.at("B_2"), 1e-12));
      CHECK(near(release->rate.at(3), 2 / (*made)->schedule.at("gradient_noise"), 1e-12));
      for (std::size_t l = 0; l < 4; ++l) {
        const auto own = std::size_t(i);
        double low = x[own * 4 + l], high = low, mean = 0;
        for (std::size_t j = 0; j < 10; ++j) {
          mean += W[own * 10 + j] * x[j * 4 + l];
          if (W[own * 10 + j] == 0) continue;
          low = std::min(low, x[j * 4 + l]);
          high = std::max(high, x[j * 4 + l]);
        }
        const std::string name = family;
        const double width = name == "lazy"   ? 2 * 0.6 * std::abs(x[own * 4 + l] - mean)
                             : name == "wide" ? 2 * 0.6 * std::min(high - mean, mean - low)
                                              : 0.6 * (high - low);
        CHECK(std::abs(release->width.at(l) - width) < 1e-12);
      }
    }
    const auto gaussian = planned(on, {{"family", family}, {"noise", "gaussian"}});
    CHECK_FALSE(dynamic_cast<const WeightedReleases&>(**gaussian).next_release(0, x));
  }
}

}  // namespace dpsco
