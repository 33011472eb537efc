#include "algorithms/decentralised/network.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include "algorithms/decentralised/fixtures.hpp"
#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

namespace {

std::string refusal(const Parameters& parameters, Index n = 100) {
  const auto planned = plan("dgd", facts(n, 3, Logistic()), parameters);
  return planned ? std::string() : planned.skip().reason;
}

}  // namespace

TEST_CASE("graphs: named ones have their edges, and neighbours are symmetric and increasing") {
  CHECK(ring_graph(6).edges().size() == 6);
  CHECK(ring_graph(2).edges().size() == 1);
  CHECK(ring_graph(1).edges().empty());
  CHECK(complete_graph(7).edges().size() == 21);
  CHECK(star_graph(5).degree(0) == 4);
  CHECK(grid_graph(12).edges().size() == 17);  // 3 x 4
  CHECK(grid_graph(7).edges().size() == 6);    // a path
  for (const Graph& graph :
       {ring_graph(6), complete_graph(7), star_graph(5), grid_graph(12), grid_graph(16)}) {
    CHECK(graph.components().size() == 1);
    for (int i = 0; i < graph.nodes(); ++i) {
      const auto near = graph.neighbours(i);
      for (std::size_t k = 0; k < near.size(); ++k) {
        CHECK((k == 0 || near[k - 1] < near[k]));
        CHECK(graph.edges()[std::size_t(graph.edge(i, k))] ==
              Edge(std::min(i, near[k]), std::max(i, near[k])));
      }
    }
  }
}

TEST_CASE("random connected graphs: as many edges as asked, connected, a function of the seed") {
  for (const int nodes : {1, 2, 3, 10, 40})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::int64_t most = std::int64_t{nodes} * (nodes - 1) / 2;
      for (const std::int64_t edges :
           {std::int64_t(nodes - 1), std::min(std::int64_t{2} * nodes, most), most}) {
        if (edges < nodes - 1) continue;
        const Graph graph = random_connected_graph(nodes, edges, Stream({seed, 1}));
        CHECK(std::int64_t(graph.edges().size()) == edges);
        CHECK(graph.components().size() == 1);
        CHECK(graph.edges() == random_connected_graph(nodes, edges, Stream({seed, 1})).edges());
      }
    }
  CHECK(random_connected_graph(10, 20, Stream({1, 1})).edges() !=
        random_connected_graph(10, 20, Stream({2, 1})).edges());
}

TEST_CASE("random trees are uniform: each of the 16 on four nodes comes one time in sixteen") {
  std::map<std::vector<Edge>, int> seen;
  constexpr int draws = 8000;
  for (std::uint64_t seed = 0; seed < draws; ++seed)
    ++seen[random_connected_graph(4, 3, Stream({seed, 5})).edges()];
  CHECK(seen.size() == 16);
  for (const auto& [tree, count] : seen)
    CHECK(std::abs(count - draws / 16.0) < 5 * std::sqrt(draws / 16.0));
}

TEST_CASE("edge lists: blanks, commas, dashes, comments; a mistake is named") {
  const std::vector<Edge> expected{{0, 1}, {1, 2}};
  CHECK(listed_graph(3, "0-1;2-1").edges() == expected);
  CHECK(listed_graph(3, "# a path\n0 1\n\n 1,\t2 # the last\r\n").edges() == expected);
  for (const char* bad : {"0-1;2", "0-1-2", "0-x", "a b", "0--1x", "0-3", "1-1", "0-1;1-0"})
    CHECK_THROWS_AS((void)listed_graph(3, bad), ConfigError);
}

TEST_CASE("a disconnected graph is refused with its components named") {
  const std::string why =
      refusal({{"graph", "list"}, {"agents", std::int64_t{5}}, {"edge_list", "0-2;1-4"}});
  CHECK(why.find("{0, 2}, {1, 4}, {3}") != std::string::npos);
  CHECK(refusal({{"graph", "erdos-renyi"}, {"edge_probability", 0.0}}).find("{0}, {1}") !=
        std::string::npos);
  CHECK(refusal({{"graph", "erdos-renyi"}, {"edge_probability", 1.0}}).empty());
  CHECK(refusal({{"edges", std::int64_t{8}}}).find("9 to 45") != std::string::npos);
  CHECK(refusal({{"edges", std::int64_t{46}}}).find("9 to 45") != std::string::npos);
  CHECK(refusal({}, 9).find("b = 0") != std::string::npos);
  CHECK(refusal({}, 10).empty());
}

TEST_CASE("weights: symmetric, doubly stochastic, not negative, zero off the graph") {
  for (const char* rule : {"metropolis", "lazy-metropolis", "laplacian"})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Network network(random_connected_graph(12, 20, Stream({seed, 3})), rule);
      const auto W = dense_weights(network);
      for (std::size_t i = 0; i < 12; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < 12; ++j) {
          CHECK(W[i * 12 + j] == W[j * 12 + i]);
          CHECK(W[i * 12 + j] >= 0);
          sum += W[i * 12 + j];
        }
        CHECK(std::abs(sum - 1) < 1e-14);
      }
    }
}

TEST_CASE("spectra: ring, complete graph and star in closed form") {
  const int n = 9;
  const Network ring(ring_graph(n), "metropolis"), all(complete_graph(n), "metropolis"),
      star(star_graph(n), "laplacian");
  // Ring: W has eigenvalues (1 + 2 cos(2 pi k/n))/3, L has 2 - 2 cos(2 pi k/n).
  const double c = std::cos(2 * std::numbers::pi / n);
  CHECK(near(ring.contraction(), (1 + 2 * c) / 3, 1e-13));
  CHECK(near(ring.lambda_2(), 2 - 2 * c, 1e-12));
  CHECK(near(ring.lambda_n(), 2 + 2 * std::cos(std::numbers::pi / n), 1e-13));
  CHECK(all.contraction() == 0);  // W = J
  CHECK(near(all.lambda_2(), n, 1e-13));
  CHECK(near(star.lambda_2(), 1, 1e-13));
  CHECK(near(star.lambda_n(), n, 1e-13));
  CHECK(near(star.contraction(), 1 - 1.0 / n, 1e-13));  // I - L/n
  const Network alone(ring_graph(1), "metropolis");
  CHECK(alone.spectral_gap() == 1);
  CHECK(alone.self_weight(0) == 1);
}

TEST_CASE("mixing and disagreement are the matrices' products") {
  const Network network(random_connected_graph(6, 8, Stream({4, 4})), "metropolis");
  const auto W = dense_weights(network);
  const Eigen::MatrixXd L = laplacian_of(network.graph());
  std::vector<double> x(18), mixed(3), away(3);
  Stream({9, 9}).normals(x);
  for (int i = 0; i < 6; ++i) {
    network.mix(i, x, mixed);
    network.disagreement(i, x, away);
    for (std::size_t l = 0; l < 3; ++l) {
      double by_w = 0, by_l = 0;
      for (std::size_t j = 0; j < 6; ++j) {
        by_w += W[std::size_t(i) * 6 + j] * x[j * 3 + l];
        by_l += L(i, Index(j)) * x[j * 3 + l];
      }
      CHECK(std::abs(mixed[l] - by_w) < 1e-14);
      CHECK(std::abs(away[l] - by_l) < 1e-13);
    }
  }
}

TEST_CASE("the plan prints the network and the sensitivities, from schema bounds alone") {
  Facts adult = facts(36000, 105, Logistic());
  adult.bounds.row_norm_inf = 1 / std::sqrt(8.0);
  adult.bounds.row_norm_1 = std::sqrt(14.0);
  const auto planned = plan("dgd", adult, {{"edges", std::int64_t{20}}});
  REQUIRE(planned);
  const auto& numbers = (*planned)->schedule;
  // Replacing a record moves a mean of b = 3600 gradients of slope at most 1 by 2 ||z||/b.
  // Eight one-hot blocks before scaling to norm 1 give |z|_inf <= 1/sqrt(8), 14 entries
  // ||z||_1 <= sqrt(14).
  CHECK(near(numbers.at("B_inf") * 3600, 0.70711, 1e-4));
  CHECK(near(numbers.at("B_1") * 3600, 7.4833, 1e-4));
  CHECK(near(numbers.at("B_2") * 3600, 2, 1e-14));
  CHECK(numbers.at("edges") == 20);
  CHECK(numbers.at("spectral_gap") > 0);
  CHECK(numbers.at("lambda_2") > 0);
}

}  // namespace dpsco
