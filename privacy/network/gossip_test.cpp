#include "privacy/network/gossip.hpp"

#include <cmath>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

/// Lazy ring with weights 1/3.
Eigen::MatrixXd ring(int n) {
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) W(i, i) = W(i, (i + 1) % n) = W((i + 1) % n, i) = 1.0 / 3;
  return W;
}

/// A cycle with chords of different weights: no symmetry.
Eigen::MatrixXd irregular() {
  Eigen::MatrixXd W = ring(9);
  const auto chord = [&](int i, int j, double w) {
    W(i, j) += w;
    W(j, i) += w;
    W(i, i) -= w;
    W(j, j) -= w;
  };
  chord(0, 4, 0.05);
  chord(2, 7, 0.11);
  chord(3, 8, 0.07);
  return W;
}

}  // namespace

TEST_CASE("gossip: one message shows what its weight says, and published equals exact") {
  const std::vector<Eigen::MatrixXd> only{ring(8)};
  const std::vector<int> heard{3};
  const PairwiseLoss loss = pairwise_renyi(only, 0, heard, 2, 1);
  CHECK(near(loss.local, 0.125, 1e-15));
  for (const int u : {2, 3, 4}) {
    CHECK(near(loss.exact[u], 0.125 / 3, 1e-12));
    CHECK(near(loss.published[u], 0.125 / 3, 1e-12));
  }
  CHECK(loss.exact[6] == 0);
  CHECK(loss.exact[0] == 0);
}

TEST_CASE(
    "gossip: on a ring two rounds show the neighbour's neighbour in full; the published sum "
    "says a third") {
  const auto mixing = gossip_mixing(ring(8), 2);
  const std::vector<int> heard{1, 7};
  const PairwiseLoss loss = pairwise_renyi(mixing, 0, heard, 1, 1);
  CHECK(near(loss.exact[1], loss.local, 1e-12));
  CHECK(near(loss.exact[2], loss.local, 1e-12));
  CHECK(near(loss.published[2], loss.local / 3, 1e-12));
  CHECK(loss.exact[4] == 0);
}

TEST_CASE("gossip: the projection is the divergence of the joint Gaussian view") {
  const Eigen::MatrixXd W = irregular();
  const std::vector<int> heard{1, 8};
  for (const int rounds : {1, 2, 3}) {
    const auto mixing = gossip_mixing(W, rounds);
    // Independent rows of the view, then (1/2) shift^T covariance^{-1} shift.
    Eigen::MatrixXd rows(1 + int(heard.size()) * rounds, 9);
    rows.row(0) = Eigen::RowVectorXd::Unit(9, 0);
    int k = 1;
    for (const auto& P : mixing)
      for (const int w : heard) rows.row(k++) = P.row(w);
    const PairwiseLoss loss = pairwise_renyi(mixing, 0, heard, 0.5, 2);
    const Eigen::MatrixXd pinv =
        (0.25 * rows * rows.transpose()).completeOrthogonalDecomposition().pseudoInverse();
    for (int u = 1; u < 9; ++u) {
      const Eigen::VectorXd shift = 2 * rows.col(u);
      CHECK(std::abs(loss.exact[u] - 0.5 * shift.dot(pinv * shift)) < 1e-6 * loss.local);
      CHECK(loss.exact[u] <= loss.local * (1 + 1e-12));
    }
  }
}

TEST_CASE(
    "gossip: more rounds show more, up to the local cost; the accelerated rounds use their own "
    "polynomials") {
  const Eigen::MatrixXd W = irregular();
  const std::vector<int> heard{1, 8};
  Eigen::VectorXd before = Eigen::VectorXd::Zero(9);
  for (int rounds = 1; rounds <= 8; ++rounds) {
    const PairwiseLoss loss = pairwise_renyi(gossip_mixing(W, rounds), 0, heard, 1, 1);
    CHECK(((loss.exact - before).array() >= -1e-9).all());
    before = loss.exact;
  }
  CHECK(before.minCoeff() == 0);  // the observer itself
  CHECK(near(before.tail(8).minCoeff(), 0.5, 1e-6));
  const double gamma = chebyshev_gamma(0.2);
  CHECK(gamma > 1);
  CHECK(gamma < 2);
  const auto fast = chebyshev_mixing(W, gamma, 4);
  CHECK((fast[2] - (gamma * W * W + (1 - gamma) * Eigen::MatrixXd::Identity(9, 9))).norm() < 1e-14);
  for (const auto& P : fast) CHECK(((P.rowwise().sum().array() - 1).abs() < 1e-13).all());
  // The same Krylov space, so the exact cost is the same; the published sums are not.
  const PairwiseLoss plain = pairwise_renyi(gossip_mixing(W, 3), 0, heard, 1, 1),
                     accelerated = pairwise_renyi(chebyshev_mixing(W, gamma, 3), 0, heard, 1, 1);
  CHECK((plain.exact - accelerated.exact).norm() < 1e-9);
  CHECK((plain.published - accelerated.published).norm() > 1e-3);
}

TEST_CASE("gossip: mistakes are named") {
  const auto mixing = gossip_mixing(ring(5), 2);
  const std::vector<int> good{1}, self{0}, out{5};
  CHECK_THROWS_AS((void)pairwise_renyi(mixing, 0, self, 1, 1), ConfigError);
  CHECK_THROWS_AS((void)pairwise_renyi(mixing, 0, out, 1, 1), ConfigError);
  CHECK_THROWS_AS((void)pairwise_renyi(mixing, 5, good, 1, 1), ConfigError);
  CHECK_THROWS_AS((void)pairwise_renyi(mixing, 0, good, 0, 1), ConfigError);
  CHECK_THROWS_AS((void)pairwise_renyi({}, 0, good, 1, 1), ConfigError);
  CHECK_THROWS_AS((void)gossip_mixing(Eigen::MatrixXd(2, 3), 1), ConfigError);
  CHECK_THROWS_AS((void)chebyshev_gamma(0), ConfigError);
}

}  // namespace dpsco
