#include "algorithms/decentralised/network.hpp"

#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/decentralised/agents.hpp"
#include "algorithms/central/testing_problems.hpp"
#include "framework/core/check.hpp"

namespace dpsco {

using namespace testing;

TEST_CASE("a random graph has exactly the edges asked for, whatever the seed, and is connected") {
  std::set<std::vector<std::pair<int, int>>> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto network = make_network("random", 10, 20, seed);
    REQUIRE(network);
    CHECK(network->edges().size() == 20);
    CHECK(laplacian_eigenvalues(*network)(1) > 1e-6);
    seen.insert({network->edges().begin(), network->edges().end()});
  }
  CHECK(seen.size() > 45);
}

TEST_CASE("random trees on four agents are uniform over Cayley's sixteen") {
  std::map<std::vector<std::pair<int, int>>, int> count;
  const int draws = 16000;
  for (int seed = 0; seed < draws; ++seed) {
    const auto tree = make_network("random", 4, 3, std::uint64_t(seed));
    ++count[{tree->edges().begin(), tree->edges().end()}];
  }
  CHECK(count.size() == 16);
  for (const auto& [tree, times] : count) CHECK(std::abs(times - 1000) < 5 * 31);  // 5 sigma
}

TEST_CASE("spectra of known graphs: ring, complete, star, grid") {
  const double pi = std::acos(-1.0);
  const auto ring = make_network("ring", 7, 0, 0), complete = make_network("complete", 5, 0, 0);
  const auto star = make_network("star", 6, 0, 0), grid = make_network("grid", 9, 0, 0);
  CHECK(std::abs(laplacian_eigenvalues(*ring)(1) - (2 - 2 * std::cos(2 * pi / 7))) < 1e-12);
  CHECK(std::abs(laplacian_eigenvalues(*complete)(1) - 5) < 1e-12);
  CHECK(std::abs(make_mixing(*complete, "metropolis").spectral_gap() - 1) < 1e-12);
  CHECK(std::abs(laplacian_eigenvalues(*star)(1) - 1) < 1e-12);
  CHECK(std::abs(laplacian_eigenvalues(*star)(5) - 6) < 1e-12);
  CHECK(grid->edges().size() == 12);
  CHECK(std::abs(laplacian_eigenvalues(*grid)(1) - 1) < 1e-12);  // 2 - 2 cos(pi/3)
}

TEST_CASE("weights are symmetric, doubly stochastic, non-negative and live on the edges") {
  const auto network = make_network("random", 12, 18, 3);
  for (const char* name : {"metropolis", "lazy-metropolis", "laplacian"}) {
    const Mixing mixing = make_mixing(*network, name);
    const Eigen::MatrixXd& W = mixing.matrix();
    CHECK((W - W.transpose()).norm() == 0);
    CHECK((W.rowwise().sum() - Eigen::VectorXd::Ones(12)).norm() < 1e-14);
    CHECK(W.minCoeff() >= 0);
    const Eigen::MatrixXd A = network->adjacency();
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < 12; ++j) CHECK((i == j || (W(i, j) > 0) == (A(i, j) > 0)));
    CHECK(mixing.spectral_gap() > 0);
    std::vector<double> x(12 * 2), out(2);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = double(k * k % 7);
    for (int i = 0; i < 12; ++i) {
      mixing.mix(i, x, out);
      for (std::size_t l = 0; l < 2; ++l) {
        double plain = 0;
        for (int j = 0; j < 12; ++j) plain += W(i, j) * x[std::size_t(j) * 2 + l];
        CHECK(std::abs(out[l] - plain) < 1e-14);
      }
    }
  }
  CHECK_THROWS_AS(make_mixing(*network, "metropolitan"), ConfigError);
}

TEST_CASE("a disconnected network is refused with its components named") {
  const auto two = Network::from_edges(5, {{0, 2}, {3, 4}});
  REQUIRE_FALSE(two);
  CHECK(two.skip().reason.find("{0, 2}, {1}, {3, 4}") != std::string::npos);
  const auto sparse = make_network("erdos-renyi", 40, 39, 1);
  REQUIRE_FALSE(sparse);
  CHECK(sparse.skip().reason.find("graph_seed") != std::string::npos);
  const auto few = make_network("random", 10, 5, 1);
  REQUIRE_FALSE(few);
  CHECK(few.skip().reason.find("edges = 9") != std::string::npos);
  CHECK(make_network("random", 10, 99, 1).skip().reason.find("edges = 45") != std::string::npos);
  CHECK_FALSE(Network::from_edges(3, {{0, 0}}));
  CHECK_FALSE(Network::from_edges(3, {{0, 3}}));
  CHECK(make_network("random", 1, 0, 1)->edges().empty());
}

TEST_CASE("a split deals every record once, in sizes that differ by at most one") {
  const Problem on = problem(103, 3, std::make_shared<Logistic>());
  for (const char* split : {"even", "label-skew"}) {
    const auto rows = split_rows(on.data, 10, split, 0.1, Stream({1, 2}));
    std::set<Index> seen;
    for (const auto& own : rows) {
      CHECK((own.size() == 10 || own.size() == 11));
      seen.insert(own.begin(), own.end());
    }
    CHECK(seen.size() == 103);
  }
}

TEST_CASE("label skew: a small concentration gives agents of one label, a large one the mixture") {
  const Problem on = problem(4000, 2, std::make_shared<Logistic>());
  const auto spread = [&](double concentration) {
    double sum = 0;
    for (const auto& own : split_rows(on.data, 20, "label-skew", concentration, Stream({1, 2}))) {
      double positive = 0;
      for (const Index r : own) positive += on.data.y[std::size_t(r)] > 0 ? 1 : 0;
      sum += std::abs(positive / double(own.size()) - 0.5);
    }
    return sum / 20;
  };
  CHECK(spread(1e-3) > 0.45);
  CHECK(spread(1e6) < 0.06);
}

TEST_CASE("the mean of local objectives, gradients and partials is the problem's own") {
  for (const bool sparse : {false, true}) {
    const Problem on = problem(57, 4, std::make_shared<Logistic>(), sparse);
    const Streams streams(1, "shared", "cell");
    const RunContext context(streams, [] { return false; });
    NetworkSettings settings;
    settings.agents = 5;
    const Agents agents(on, settings, context);
    const std::vector<double> w = {0.3, -1, 2, 0.5};
    std::vector<double> gradient(4), mean(4, 0.0);
    double objective = 0;
    for (int i = 0; i < 5; ++i) {
      agents.gradient(i, w, gradient);
      objective += agents.objective(i, w) / 5;
      for (std::size_t l = 0; l < 4; ++l) {
        mean[l] += gradient[l] / 5;
        CHECK(std::abs(agents.partial(i, w, Index(l)) - gradient[l]) < 1e-14);
      }
    }
    CHECK(std::abs(objective - on.objective(w)) < 1e-13);
    const double h = 1e-6;
    for (std::size_t l = 0; l < 4; ++l) {
      auto up = w, down = w;
      up[l] += h;
      down[l] -= h;
      CHECK(std::abs(mean[l] - (on.objective(up) - on.objective(down)) / (2 * h)) < 1e-8);
    }
  }
}

TEST_CASE("sensitivities come from declared norms: Adult's 7.48/b, 2/b and .707/b") {
  Facts adult{.n = 36000,
              .d = 105,
              .bounds = {.row_norm = 1,
                         .radius = 10,
                         .row_norm_1 = std::sqrt(14.0),
                         .row_norm_inf = 1 / std::sqrt(8.0)}};
  adult.constants = Logistic().constants(adult.bounds);
  const auto B = gradient_sensitivity(adult, 10, Adjacency::replace_one);
  CHECK(std::abs(B.one - 2 * std::sqrt(14.0) / 3600) < 1e-15);
  CHECK(std::abs(B.two - 2.0 / 3600) < 1e-15);
  CHECK(std::abs(B.inf - std::sqrt(0.5) / 3600) < 1e-15);
  CHECK(std::abs(gradient_sensitivity(adult, 10, Adjacency::add_remove).two - 1.0 / 3600) < 1e-15);
}

TEST_CASE("an agent without records is refused with the largest number of agents") {
  NetworkSettings settings;
  const auto network = settings.network(facts(7, 2, Logistic()));
  REQUIRE_FALSE(network);
  CHECK(network.skip().reason.find("at most 7") != std::string::npos);
}

}  // namespace dpsco
