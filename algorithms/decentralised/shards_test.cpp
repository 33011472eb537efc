#include "algorithms/decentralised/shards.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/decentralised/fixtures.hpp"
#include "algorithms/decentralised/gamma_draw.hpp"
#include "algorithms/decentralised/local_objectives.hpp"
#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

namespace {

Data labels(Index n, double positive) {
  Data data{.x = DenseMatrix{.n = n, .d = 1, .values = std::vector<double>(std::size_t(n), 0.0)}};
  for (Index i = 0; i < n; ++i) data.y.push_back(double(i) < positive * double(n) ? 1 : -1);
  return data;
}

bool deals_each_row_once(const Shards& shards, Index n) {
  std::vector<Index> sorted = shards.order, all(static_cast<std::size_t>(n));
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), 0);
  return sorted == all;
}

}  // namespace

TEST_CASE("splits: every row to one agent, sizes as announced, the same from the same stream") {
  const Data data = labels(103, 0.3);
  for (const auto kind : {Split::Kind::even, Split::Kind::label_skew})
    for (const double concentration : {1e-6, 0.1, 1.0, 1e6}) {
      const Split split{.kind = kind, .concentration = concentration};
      const Shards shards = deal(split, data, 10, Stream({1, 2}));
      CHECK(deals_each_row_once(shards, 103));
      for (int i = 0; i < 10; ++i) CHECK(shards.rows(i).size() == (i < 3 ? 11 : 10));
      CHECK(deal(split, data, 10, Stream({1, 2})).order == shards.order);
      CHECK(deal(split, data, 10, Stream({1, 3})).order != shards.order);
    }
}

TEST_CASE("label skew: agents' shares spread as Beta(c, c) asks, and even out for large c") {
  const Data data = labels(20000, 0.5);
  const auto spread = [&](double concentration) {
    double sum = 0;
    int agents = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const Shards shards = deal({.kind = Split::Kind::label_skew, .concentration = concentration},
                                 data,
                                 20,
                                 Stream({seed, 7}));
      for (int i = 0; i < 10; ++i, ++agents) {  // the first half: the pools are not dry yet
        double positive = 0;
        for (const Index row : shards.rows(i)) positive += data.y[std::size_t(row)] > 0 ? 1 : 0;
        sum += std::pow(positive / double(shards.rows(i).size()) - 0.5, 2);
      }
    }
    return sum / agents;
  };
  // Variance of Beta(c, c) is 1/(4 (2c + 1)); 400 shares, so 5 standard errors are about 20 %.
  for (const double c : {1.0, 5.0, 50.0}) CHECK(std::abs(spread(c) * 4 * (2 * c + 1) - 1) < 0.25);
  CHECK(spread(1e9) < 1e-6);
}

TEST_CASE("split lists: rows go where the file says; mistakes are named") {
  const std::string path = DPSCO_BINARY_DIR "/split_list_test.txt";
  const auto planned = [&](const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
    return plan("dgd",
                facts(4, 2, Logistic()),
                {{"agents", std::int64_t{2}},
                 {"graph", "ring"},
                 {"split", "list"},
                 {"split_list", path + "#" + sha256_hex(text).substr(0, 12)}});
  };
  CHECK(planned("1\n0\n1 # third\n1\n"));
  const auto missing = planned("1\n1\n1\n1\n"), short_list = planned("1\n0\n");
  REQUIRE_FALSE(missing);
  CHECK(missing.skip().reason.find("agent 0 would have b = 0") != std::string::npos);
  REQUIRE_FALSE(short_list);
  CHECK(short_list.skip().reason.find("2 rows") != std::string::npos);
  CHECK_THROWS_AS((void)planned("1\n0\n2\n1\n"), ConfigError);
  CHECK_THROWS_AS((void)planned("1\n0\nx\n1\n"), ConfigError);
  CHECK(std::remove(path.c_str()) == 0);

  const Split split{.kind = Split::Kind::listed, .agent_of_row = {1, 0, 1, 1}};
  const Shards shards = deal(split, labels(4, 0.5), 2, Stream({1, 1}));
  CHECK(std::vector<Index>(shards.rows(0).begin(), shards.rows(0).end()) == std::vector<Index>{1});
  CHECK(std::vector<Index>(shards.rows(1).begin(), shards.rows(1).end()) ==
        std::vector<Index>{0, 2, 3});
}

TEST_CASE("gamma draws have the law's mean and variance at every shape") {
  for (const double shape : {0.05, 0.5, 1.0, 2.5, 100.0}) {
    Stream stream({3, 14});
    constexpr int draws = 40000;
    double sum = 0, squares = 0;
    for (int k = 0; k < draws; ++k) {
      const double x = gamma_draw(stream, shape);
      CHECK_MESSAGE(x >= 0, x);
      sum += x;
      squares += (x - shape) * (x - shape);
    }
    CHECK(std::abs(sum / draws - shape) < 5 * std::sqrt(shape / draws));
    // The fourth central moment is 3 k^2 + 6 k.
    CHECK(std::abs(squares / draws - shape) <
          5 * std::sqrt((2 * shape * shape + 6 * shape) / draws));
  }
}

TEST_CASE("local objectives: their mean is the training objective, their gradients its slopes") {
  auto ridge = std::make_shared<Logistic>();
  ridge->l2 = 0.3;
  for (const bool sparse : {false, true})
    for (const Split& split : {Split{},
                               Split{.kind = Split::Kind::label_skew, .concentration = 0.2},
                               Split{.kind = Split::Kind::listed,
                               .agent_of_row = std::vector<int>{0, 0, 0, 0, 1, 2, 0}}}) {
      const Problem on = problem(7, 4, ridge, sparse);
      const LocalObjectives local(on, deal(split, on.data, 3, Stream({5, 5})), 7.0 / 3);
      const std::vector<double> x{0.5, -1, 2, 0.1};
      double mean = 0;
      for (int i = 0; i < 3; ++i) {
        mean += local.value(i, x) / 3;
        std::vector<double> gradient(4);
        local.gradient(i, x, gradient);
        for (std::size_t l = 0; l < 4; ++l) {
          auto up = x, down = x;
          up[l] += 1e-4;
          down[l] -= 1e-4;
          CHECK(std::abs(gradient[l] - (local.value(i, up) - local.value(i, down)) / 2e-4) < 1e-7);
          CHECK(std::abs(gradient[l] - local.partial(i, x, Index(l))) < 1e-14);
        }
      }
      CHECK(std::abs(mean - on.objective(x)) < 1e-14);
    }
}

}  // namespace dpsco
