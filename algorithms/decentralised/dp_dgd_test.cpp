#include "algorithms/decentralised/dp_dgd.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/decentralised/fixtures.hpp"
#include "algorithms/decentralised/gamma_draw.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

namespace {

constexpr const char* noises[] = {"gaussian", "laplace", "exponential"};

/// The method written down: dense W, one coordinate at a time, rows in the dealt order.
std::vector<double> plain_loop(const Plan& plan, const Problem& on, const std::string& noise) {
  const auto& planned = dynamic_cast<const DescentPlan&>(plan);
  const auto N = std::size_t(planned.setup.agents()), d = std::size_t(on.data.dimension());
  const auto W = dense_weights(*planned.setup.network);
  const Shards shards =
      deal(planned.setup.split, on.data, int(N), streams().open(Purpose::split, 1));
  std::vector<Stream> own;
  for (std::size_t i = 0; i < N; ++i) own.push_back(streams().open(Purpose::noise, i));
  std::vector<double> x(N * d, 0.0), next(N * d), z(d);
  const double eta = plan.schedule.at("eta");
  const double s = noise.empty() ? 0 : eta * plan.schedule.at("gradient_noise");
  for (std::int64_t k = 0; k < planned.setup.rounds; ++k) {
    for (std::size_t i = 0; i < N; ++i) {
      std::vector<double> g(d, 0.0);
      for (const Index r : shards.rows(int(i))) {
        const auto row = std::get<DenseMatrix>(on.data.x).row(r).values;
        double margin = 0;
        for (std::size_t l = 0; l < d; ++l) margin += row[l] * x[i * d + l];
        for (std::size_t l = 0; l < d; ++l)
          g[l] += on.loss->slope(margin, on.data.y[std::size_t(r)]) * row[l] * double(N) /
                  double(on.data.size());
      }
      double size = 0, radius = 0;
      if (noise == "gaussian" || noise == "exponential") own[i].normals(z);
      if (noise == "exponential") {
        for (const double v : z) size += v * v;
        radius = gamma_draw(own[i], double(d));
      }
      for (std::size_t l = 0; l < d; ++l) {
        double sum = 0;
        for (std::size_t j = 0; j < N; ++j) sum += W[i * N + j] * x[j * d + l];
        double delta = 0;
        if (noise == "gaussian") delta = z[l];
        if (noise == "exponential") delta = z[l] * radius / std::sqrt(size);
        if (noise == "laplace") {
          const double u = own[i].uniform();
          delta = u < 0.5 ? std::log(2 * u) : -std::log(2 - 2 * u);
        }
        next[i * d + l] = sum - eta * (g[l] + on.facts.regularisation * x[i * d + l]) + s * delta;
      }
    }
    x = next;
  }
  return x;
}

const Parameters small{{"agents", std::int64_t{6}}, {"rounds", std::int64_t{15}}};

Parameters with(Parameters base, const Parameters& more) {
  for (const auto& [key, value] : more) base[key] = value;
  return base;
}

}  // namespace

TEST_CASE("dgd and dp-dgd: the fast loop is the plain loop, for every noise") {
  auto ridge = std::make_shared<Logistic>();
  ridge->l2 = 0.2;
  const Problem on = problem(62, 5, ridge);
  const auto free = plan("dgd", on.facts, small);
  REQUIRE(free);
  CHECK(largest_gap(run(**free, on).agents, plain_loop(**free, on, "")) < 1e-12);
  for (const char* noise : noises) {
    const auto noisy = plan("dp-dgd", on.facts, with(small, {{"noise", noise}}));
    REQUIRE(noisy);
    const Solution fast = run(**noisy, on);
    CHECK(largest_gap(fast.agents, plain_loop(**noisy, on, noise)) < 1e-10);
    // 12 edges, both ways, 5 doubles, 15 rounds.
    CHECK(fast.sent_bytes == 2 * 12 * 5 * 8 * 15);
    CHECK(fast.gradients == 62 * 15);
    for (std::size_t l = 0; l < 5; ++l) {
      double mean = 0;
      for (std::size_t i = 0; i < 6; ++i) mean += fast.agents[i * 5 + l] / 6;
      CHECK(std::abs(mean - fast.w[l]) < 1e-12);
    }
  }
}

TEST_CASE("decentralised runs: the same bits for any number of threads" *
          doctest::test_suite("graph")) {
  const Problem on = problem(200, 9, std::make_shared<Logistic>());
  for (const char* noise : noises) {
    const auto planned = plan("dp-dgd", on.facts, {{"noise", noise}, {"rounds", std::int64_t{20}}});
    REQUIRE(planned);
    const Solution one = run(**planned, on, 1);
    for (int threads = 2; threads <= 4; ++threads)
      CHECK(run(**planned, on, threads).agents == one.agents);
  }
}

TEST_CASE("dp-dgd: sparse rows give what dense rows give") {
  const Problem dense = problem(80, 9, std::make_shared<Logistic>()),
                sparse = problem(80, 9, dense.loss, true);
  const auto planned = plan("dp-dgd", dense.facts);
  REQUIRE(planned);
  CHECK(largest_gap(run(**planned, dense).agents, run(**planned, sparse).agents) < 1e-10);
}

// On data without features the gradient is 0; after one round x_i is the noise itself.
TEST_CASE("dp-dgd: the noise that the ledger lists is in the output") {
  const Problem on = without_features(40, 8);
  for (const char* noise : noises) {
    CAPTURE(noise);
    const auto planned =
        plan("dp-dgd", on.facts, {{"noise", noise}, {"rounds", std::int64_t{1}}, {"eta", 0.5}});
    REQUIRE(planned);
    const Mechanism& listed = (*planned)->ledger.events.at(0).mechanism;
    const double C_1 = std::sqrt(8.0) / 4, C_2 = 1.0 / 4;  // b = 4, slopes and rows at most 1
    double squares = 0, absolute = 0, norms = 0;
    constexpr int seeds = 400, values = seeds * 10 * 8;
    for (int seed = 0; seed < seeds; ++seed) {
      const Streams from(std::uint64_t(seed), "shared", "cell");
      const auto agents = run(**planned, on, 1, from).agents;
      for (std::size_t i = 0; i < 10; ++i)
        norms += norm(std::span(agents).subspan(i * 8, 8)) / (seeds * 10);
      for (const double v : agents) {
        squares += v * v / values;
        absolute += std::abs(v) / values;
      }
    }
    // Five standard errors of means over 32,000 values.
    if (const auto* g = std::get_if<Gaussian>(&listed)) {
      const double sigma = 0.5 * C_2 * g->noise_multiplier;
      CHECK(near(squares, sigma * sigma, 5 * std::sqrt(2.0 / values)));
    } else if (const auto* l = std::get_if<Laplace>(&listed)) {
      const double scale = 0.5 * C_1 * l->noise_multiplier;
      CHECK(near(absolute, scale, 5 / std::sqrt(double(values))));
      CHECK(near(squares, 2 * scale * scale, 5 * std::sqrt(5.0 / values)));
    } else {
      // Radius Gamma(8, s): mean 8 s, standard deviation sqrt(8) s; s = eta C_2 / rate.
      const double s = 0.5 * C_2 / std::get<ExponentialNoiseL2>(listed).rate;
      CHECK(near(norms, 8 * s, 5 / std::sqrt(8.0 * seeds * 10)));
      CHECK(near(squares, 9 * s * s, 0.05));
    }
  }
}

TEST_CASE("dp-dgd: neighbours' gradients are within the sensitivity that the ledger is scaled by") {
  Problem on = problem(20, 3, std::make_shared<Logistic>()), other = on;
  const double side = 1 / std::sqrt(3.0);
  double one = 0, two = 0, sup = 0;
  const auto planned = plan("dp-dgd", on.facts, {{"agents", std::int64_t{4}}});
  REQUIRE(planned);
  for (int trial = 0; trial < 200; ++trial) {
    // One record of agent 0 exchanged for one as different as can be; x far out, where slopes
    // saturate.
    const Shards shards = deal({}, on.data, 4, Stream({1, 1}));
    const auto row = shards.rows(0)[0];
    auto here = std::get<DenseMatrix>(on.data.x).mutable_row(row),
         there = std::get<DenseMatrix>(other.data.x).mutable_row(row);
    Stream stream({std::uint64_t(trial), 4});
    std::vector<double> x(3), g(3), h(3);
    for (std::size_t l = 0; l < 3; ++l) {
      here[l] = stream.uniform() < 0.5 ? side : -side;
      there[l] = -here[l];
      x[l] = 100 * (stream.uniform() - 0.5);
    }
    on.data.y[std::size_t(row)] = other.data.y[std::size_t(row)] = 1;
    other.data.y[std::size_t(row)] = dot(DenseRow{here}, x) < 0 ? 1 : -1;
    LocalObjectives(on, shards, 5).gradient(0, x, g);
    LocalObjectives(other, shards, 5).gradient(0, x, h);
    double l1 = 0, l2 = 0, linf = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      const double gap = std::abs(g[l] - h[l]);
      l1 += gap;
      l2 += gap * gap;
      linf = std::max(linf, gap);
    }
    one = std::max(one, l1);
    two = std::max(two, std::sqrt(l2));
    sup = std::max(sup, linf);
  }
  const auto& numbers = (*planned)->schedule;
  CHECK(one <= numbers.at("B_1"));
  CHECK(two <= numbers.at("B_2"));
  CHECK(sup <= numbers.at("B_inf"));
  CHECK(one > 0.4 * numbers.at("B_1"));  // the bound is met to half: one slope was near 0
}

TEST_CASE("dgd: agents come to the optimum's neighbourhood; a step too long is refused") {
  auto ridge = std::make_shared<Logistic>();
  ridge->l2 = 0.5;
  const Problem on = problem(100, 4, ridge);
  const auto planned = plan("dgd", on.facts, {{"eta", 0.02}, {"rounds", std::int64_t{3000}}});
  REQUIRE(planned);
  const std::vector<double> w = run(**planned, on).w;
  // The objective's own gradient at the mean is O(eta).
  double worst = 0;
  for (std::size_t l = 0; l < 4; ++l) {
    auto up = w, down = w;
    up[l] += 1e-5;
    down[l] -= 1e-5;
    worst = std::max(worst, std::abs(on.objective(up) - on.objective(down)) / 2e-5);
  }
  CHECK(worst < 1e-3);
  const auto refused = plan("dgd", on.facts, {{"eta", 1e3}});
  REQUIRE_FALSE(refused);
  CHECK(refused.skip().reason.find("largest admissible eta") != std::string::npos);
}

TEST_CASE("release = average: each agent ends with its mean over the rounds before the last") {
  const Problem on = problem(60, 3, std::make_shared<Logistic>());
  std::vector<double> mean(30, 0.0);
  for (std::int64_t rounds = 1; rounds < 4; ++rounds) {  // the start is 0
    const auto upto = plan("dgd", on.facts, {{"eta", 0.7}, {"rounds", rounds}});
    const auto agents = run(**upto, on).agents;
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += agents[k] / 4;
  }
  const auto planned =
      plan("dgd", on.facts, {{"eta", 0.7}, {"rounds", std::int64_t{4}}, {"release", "average"}});
  CHECK(largest_gap(run(**planned, on).agents, mean) < 1e-14);
}

}  // namespace dpsco
