// DP-FTRL: its correlated noise against dense matrices, its run against a plain loop.
#include "algorithms/central/dp_ftrl.hpp"

#include <bit>
#include <cmath>

#include <Eigen/Dense>
#include <doctest/doctest.h>

#include "algorithms/central/batch_sampler.hpp"
#include "algorithms/central/prefix_noise.hpp"
#include "algorithms/testing/cases.hpp"
#include "framework/problem/losses/losses.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

using testing::distance;
using testing::facts;
using testing::mean_square;
using testing::plan;
using testing::problem;
using testing::run;
using testing::silent;
using testing::sparse;
using testing::streams;
using Matrix = Eigen::MatrixXd;

/// Row t: which draw is in the noise of prefix t, straight from the binary digits of t.
Matrix tree_matrix(int T) {
  Matrix out = Matrix::Zero(T, T);  // draw t belongs to the node that ends at t
  for (int t = 1; t <= T; ++t)
    for (int end = t; end > 0; end &= end - 1) out(t - 1, end - 1) = 1;
  return out;
}

Matrix banded(int T, const std::vector<double>& c) {
  Matrix out = Matrix::Zero(T, T);
  for (int t = 0; t < T; ++t)
    for (int k = 0; k < int(c.size()) && k <= t; ++k) out(t, t - k) = c[std::size_t(k)];
  return out;
}

Matrix prefix_sums(int T) {
  return Matrix(Matrix::Ones(T, T).triangularView<Eigen::Lower>());
}

template <class Noise>
Matrix totals(Noise noise, int T, int d) {
  Stream stream = streams().open(Purpose::noise);
  Matrix out(T, d);
  for (int t = 0; t < T; ++t) {
    const auto total = noise.next(stream);
    for (int j = 0; j < d; ++j) out(t, j) = total[std::size_t(j)];
  }
  return out;
}

Matrix draws(int T, int d) {
  Stream stream = streams().open(Purpose::noise);
  std::vector<double> z(std::size_t(T * d));
  stream.normals(z);
  return Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      z.data(), T, d);
}

}  // namespace

TEST_CASE("prefix noise: the tree sums one draw for each node of the prefix") {
  for (const int T : {1, 2, 7, 8, 37}) {
    const Matrix expected = tree_matrix(T) * draws(T, 3);
    CHECK((totals(TreeNoise(3, T), T, 3) - expected).cwiseAbs().maxCoeff() < 1e-12);
  }
}

TEST_CASE("prefix noise: no leaf is in more nodes than tree_aggregation charges, one is in all") {
  for (const int T : {1, 2, 7, 8, 37, 64}) {
    int most = 0;
    for (int leaf = 1; leaf <= T; ++leaf) {
      int nodes = 0;
      for (int end = leaf; end <= T; ++end)  // node ending at `end` covers its lowest bit
        if (end - (end & -end) < leaf) ++nodes;
      most = std::max(most, nodes);
    }
    CHECK(most == int(std::bit_width(unsigned(T))));
  }
}

TEST_CASE("prefix noise: the recurrence solves the banded factor") {
  for (const int bands : {1, 2, 5, 40}) {
    const int T = 23;
    const Matrix C = banded(T, square_root_coefficients(bands));
    const Matrix expected = prefix_sums(T) * C.triangularView<Eigen::Lower>().solve(draws(T, 3));
    CHECK((totals(BandedNoise(3, bands), T, 3) - expected).cwiseAbs().maxCoeff() < 1e-11);
    CHECK(near(
        column_norm(square_root_coefficients(bands), T), C.colwise().norm().maxCoeff(), 1e-14));
  }
  const Matrix root = banded(9, square_root_coefficients(9));
  CHECK((root * root - prefix_sums(9)).cwiseAbs().maxCoeff() < 1e-14);
}

TEST_CASE("dp-ftrl: the run is the plain loop, sparse is dense, with both factors") {
  auto ridge = std::make_shared<Logistic>();
  ridge->l2 = 0.2;
  const Problem on = problem(50, 5, ridge);
  const auto& x = std::get<DenseMatrix>(on.data.x);
  for (const char* factor : {"tree", "banded"})
    for (const char* average : {"mean", "last"}) {
      DpFtrl method;
      method.factor = factor;
      method.average = average;
      method.batch = 4;
      method.bands = 3;
      method.clip = 0.3;
      const auto planned = plan(method, on.facts, 1.7);
      REQUIRE(planned);
      const double eta = (*planned)->schedule.at("eta");
      const int T = int((*planned)->schedule.at("T"));
      CHECK(T == 12);
      CHECK(near(eta, 10 / (0.6 * std::sqrt(12.0)), 1e-14));
      const bool tree = std::string(factor) == "tree";
      const Matrix noise =
          (tree ? tree_matrix(T)
                : Matrix(prefix_sums(T) * banded(T, square_root_coefficients(3)).inverse())) *
          draws(T, 5);
      BatchSampler blocks(Batches::shuffled, 50, 50, 4, streams().open(Purpose::sampling));
      std::vector<double> w(5, 0.0), sum(5, 0.0), total(5, 0.0);
      for (int t = 0; t < T; ++t) {
        std::vector<double> g(5, 0.0);
        for (const Index i : blocks.next()) {
          double a = 0, size = 0;
          for (std::size_t j = 0; j < 5; ++j) a += x.row(i).values[j] * w[j];
          const double slope = on.loss->slope(a, on.data.y[std::size_t(i)]);
          for (std::size_t j = 0; j < 5; ++j) size += std::pow(slope * x.row(i).values[j], 2);
          for (std::size_t j = 0; j < 5; ++j)
            g[j] += std::min(1.0, 0.3 / std::sqrt(size)) * slope * x.row(i).values[j] / 4;
        }
        for (std::size_t j = 0; j < 5; ++j) {
          sum[j] += g[j] + 0.2 * w[j];
          w[j] = -eta * (sum[j] + 1.7 * 0.3 / 4 * noise(t, int(j)));
          total[j] += w[j] / T;
        }
      }
      CHECK(distance(run(**planned, on).w, std::string(average) == "mean" ? total : w) < 1e-10);
      CHECK(distance(run(**planned, sparse(on)).w, run(**planned, on).w) < 1e-10);
      CHECK(run(**planned, on).gradients == 48);
    }
}

TEST_CASE("dp-ftrl: the ledger states each factor's own cost") {
  const Facts example = facts(1000, 5, Logistic());
  DpFtrl method;
  method.batch = 10;
  const auto tree = plan(method, example, 3);
  const auto event = std::get<TreeAggregation>((*tree)->ledger.events.at(0).mechanism);
  CHECK(event.leaves == 100);
  CHECK(event.noise_multiplier == 3);
  method.factor = "banded";
  method.bands = 2;
  const auto replace = plan(method, example, 3);
  const auto zero = plan(method, example, 3, {.adjacency = Adjacency::zero_out});
  const auto sensitivity = [](const Plan& plan) {
    return std::get<Gaussian>(plan.ledger.events.at(0).mechanism).sensitivity;
  };
  CHECK(near(sensitivity(**replace), 2 * std::sqrt(1.25), 1e-12));
  CHECK(near(sensitivity(**zero), std::sqrt(1.25), 1e-12));
  method.batch = 1000;  // one block: a matrix of one row
  CHECK(near(sensitivity(**plan(method, example, 3)), 2, 1e-12));
}

TEST_CASE("dp-ftrl: the noise that the ledger lists is in the output") {
  const Problem on = silent(40, 50, std::make_shared<Logistic>());
  for (const char* factor : {"tree", "banded"}) {
    DpFtrl method;
    method.factor = factor;
    method.average = "last";
    method.batch = 5;
    method.bands = 4;
    method.clip = 0.5;
    const auto planned = plan(method, on.facts, 1.5);
    const double eta = (*planned)->schedule.at("eta");
    const Matrix rows =
        std::string(factor) == "tree"
            ? tree_matrix(8)
            : Matrix(prefix_sums(8) * banded(8, square_root_coefficients(4)).inverse());
    CHECK(near(mean_square(**planned, on, 200),
               std::pow(eta * 1.5 * 0.5 / 5, 2) * rows.row(7).squaredNorm(),
               5 * std::sqrt(2.0 / (200 * 50))));
  }
}

TEST_CASE("dp-ftrl: one record is a run, none or too large a block a reason") {
  const Problem one = problem(1, 1, std::make_shared<Logistic>());
  CHECK(std::isfinite(run(**plan(DpFtrl{}, one.facts), one).w.at(0)));
  CHECK_FALSE(plan(DpFtrl{}, facts(0, 1, Logistic())));
  DpFtrl method;
  method.batch = 7;
  CHECK_FALSE(plan(method, facts(6, 1, Logistic())));
}

}  // namespace dpsco
