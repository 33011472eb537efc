#include "framework/ledger/correlated_noise.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <Eigen/LU>
#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

Eigen::MatrixXd complete(int n) {
  return Eigen::MatrixXd::Ones(n, n) - Eigen::MatrixXd::Identity(n, n);
}
Eigen::MatrixXd ring(int n) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) A(i, (i + 1) % n) = A((i + 1) % n, i) = 1;
  return A;
}

}  // namespace

TEST_CASE("pairwise noise: complete graph in closed form, and nothing without pair noise") {
  const double s = 0.7, c = 2, n = 6;
  const auto v = effective_variances(complete(6), {s, c});
  const double inverse = 1 / (n * s * s) + (1 - 1 / n) / (s * s + n * c * c);
  for (int i = 0; i < 6; ++i) CHECK(near(v[i], 1 / inverse, 1e-11));
  CHECK(near(effective_variances(ring(5), {s, 0})[2], s * s, 1e-11));
}

TEST_CASE("pairwise noise: colluders subtract what they know, by conditioning the joint Gaussian") {
  // A ring of 7 with a chord; agents 2 and 5 collude. Joint law of the broadcasts and the secrets
  // of every edge that touches a colluder, conditioned on those secrets.
  Eigen::MatrixXd A = ring(7);
  A(0, 3) = A(3, 0) = 1;
  const double s = 0.5, c = 1.5;
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < 7; ++i)
    for (int j = i + 1; j < 7; ++j)
      if (A(i, j) == 1) edges.emplace_back(i, j);
  const auto m = Eigen::Index(edges.size());
  Eigen::MatrixXd signs = Eigen::MatrixXd::Zero(7, m);  // incidence
  std::vector<Eigen::Index> known;
  for (Eigen::Index e = 0; e < m; ++e) {
    const auto [i, j] = edges[std::size_t(e)];
    signs(i, e) = 1;
    signs(j, e) = -1;
    if (i == 2 || j == 2 || i == 5 || j == 5) known.push_back(e);
  }
  const Eigen::MatrixXd noise =
      s * s * Eigen::MatrixXd::Identity(7, 7) + c * c * signs * signs.transpose();
  const Eigen::MatrixXd cross = c * c * signs(Eigen::all, known);
  const Eigen::MatrixXd given = noise - cross * cross.transpose() / (c * c);
  const Eigen::MatrixXd inverse = given.inverse();
  const std::vector<int> colluders{2, 5};
  const auto v = effective_variances(A, {s, c}, colluders);
  for (const int i : {0, 1, 3, 4, 6}) CHECK(near(v[i], 1 / inverse(i, i), 1e-10));
  CHECK(std::isinf(v[2]));
}

TEST_CASE(
    "pairwise noise: the worst set of colluders, and a bound below it when there are too many") {
  const PairwiseNoise noise{1, 3};
  const Eigen::MatrixXd A = complete(9);
  double before = std::numeric_limits<double>::infinity();
  for (int q = 0; q < 9; ++q) {
    const WorstVariance worst = worst_effective_variance(A, noise, q);
    CHECK(worst.exact);
    const double h = 9 - q;
    CHECK(near(worst.variance, 1 / (1 / h + (1 - 1 / h) / (1 + h * 9)), 1e-10));
    CHECK(worst.variance < before);
    before = worst.variance;
    const WorstVariance bound = worst_effective_variance(A, noise, q, 0);
    CHECK(bound.variance <= worst.variance * (1 + 1e-11));
  }
  CHECK_FALSE(worst_effective_variance(A, noise, 2, 5).exact);
  CHECK(near(worst_effective_variance(ring(12), noise, 2).variance, 1, 1e-11));  // surrounded
  CHECK(worst_effective_variance(ring(12), noise, 1).variance > 1.5);
}

TEST_CASE("pairwise noise: clique hides best, then grid, then ring") {
  Eigen::MatrixXd grid = Eigen::MatrixXd::Zero(16, 16);
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) {
      if (c < 3) grid(4 * r + c, 4 * r + c + 1) = grid(4 * r + c + 1, 4 * r + c) = 1;
      if (r < 3) grid(4 * r + c, 4 * r + c + 4) = grid(4 * r + c + 4, 4 * r + c) = 1;
    }
  const PairwiseNoise noise{1, 4};
  const double clique = worst_effective_variance(complete(16), noise, 0).variance,
               lattice = worst_effective_variance(grid, noise, 0).variance,
               cycle = worst_effective_variance(ring(16), noise, 0).variance;
  CHECK(clique > lattice);
  CHECK(lattice > cycle);
  CHECK(cycle > 1);
}

TEST_CASE("pairwise noise: mistakes are named") {
  Eigen::MatrixXd A = ring(4);
  CHECK_THROWS_AS((void)effective_variances(A, {0, 1}), ConfigError);
  CHECK_THROWS_AS((void)effective_variances(A, {1, -1}), ConfigError);
  CHECK_THROWS_AS((void)effective_variances(A, {1, 1}, std::vector<int>{4}), ConfigError);
  CHECK_THROWS_AS((void)worst_effective_variance(A, {1, 1}, 4), ConfigError);
  A(0, 2) = 1;
  CHECK_THROWS_AS((void)effective_variances(A, {1, 1}), ConfigError);
  CHECK_THROWS_AS((void)effective_variances(Eigen::MatrixXd(2, 3), {1, 1}), ConfigError);
}

}  // namespace dpsco
