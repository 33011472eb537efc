#include "datasets/synthetic/low_rank.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {
namespace {

/// Logistic loss, written down again: data sets don't know the losses.
struct TestLogistic final : Loss {
  double value(double a, double y) const override {
    return std::log1p(std::exp(-std::abs(a))) + std::max(0.0, -y * a);
  }
  double slope(double a, double y) const override { return -y / (1 + std::exp(y * a)); }
  double curvature(double a, double /*y*/) const override {
    const double s = 1 / (1 + std::exp(std::abs(a)));
    return s * (1 - s);
  }
  LossConstants constants(const DataBounds& /*bounds*/) const override { return {}; }
};

std::unique_ptr<const LowRankDesign> design(std::int64_t n, std::int64_t d, std::int64_t rank) {
  auto made = std::make_unique<LowRankDesign>();
  made->n = n;
  made->d = d;
  made->rank = rank;
  made->evaluation_rows = 300;
  return made;
}

const DenseMatrix& rows_of(const LoadedData& loaded) {
  return std::get<DenseMatrix>(loaded.train.x);
}

LoadedData load(const std::unique_ptr<const LowRankDesign>& data) {
  return data->load(Streams(1, "shared", ""));
}

Eigen::MatrixXd matrix(const DenseMatrix& x) {
  Eigen::MatrixXd out(x.n, x.d);
  for (Index i = 0; i < x.n; ++i)
    for (Index j = 0; j < x.d; ++j) out(i, j) = x.row(i).values[std::size_t(j)];
  return out;
}

TEST_CASE("low rank: a sample's rank is the declared one whatever d is, rows have norm 1") {
  for (const std::int64_t rank : {6, 8, 17})
    for (const std::int64_t d : {17, 18, 50, 400}) {
      CAPTURE(rank);
      CAPTURE(d);
      const auto data = design(120, d, rank);
      const LoadedData loaded = load(data);
      const DenseMatrix& x = rows_of(loaded);
      REQUIRE(x.n == 120);
      REQUIRE(x.d == d);
      Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(matrix(x));
      qr.setThreshold(1e-10);
      CHECK(qr.rank() == rank);
      CHECK(data->shape().rank == rank);
      double largest = 0;
      for (Index i = 0; i < x.n; ++i) {
        double one = 0, two = 0;
        for (const double v : x.row(i).values) {
          one += std::abs(v);
          two += v * v;
          largest = std::max(largest, std::abs(v));
        }
        CHECK(near(std::sqrt(two), 1, 1e-14));
        CHECK(one <= loaded.bounds.row_norm_1);
        CHECK(near(one, loaded.bounds.row_norm_1, 1e-11));
      }
      CHECK(largest == loaded.bounds.row_norm_inf);
    }
}

TEST_CASE("low rank: at d = rank it is the spiked design, and labels are the same for every d") {
  SpikedDesign spiked;
  spiked.n = 50;
  spiked.d = 9;
  spiked.evaluation_rows = 300;
  const LoadedData expected = spiked.load(Streams(1, "shared", "")), same = load(design(50, 9, 9)),
                   wide = load(design(50, 70, 9));
  CHECK(rows_of(same).values == rows_of(expected).values);
  CHECK(same.train.y == expected.train.y);
  CHECK(wide.train.y == expected.train.y);
}

TEST_CASE("low rank: shape() and bytes() tell without loading what load() holds") {
  const auto data = design(33, 77, 10);
  const Facts shape = data->shape();
  const LoadedData loaded = load(data);
  CHECK(shape.n == loaded.train.size());
  CHECK(shape.d == loaded.train.dimension());
  CHECK(shape.bounds.row_norm_1 == loaded.bounds.row_norm_1);
  CHECK(shape.radius_mark == loaded.radius_mark);
  const std::size_t features =  // held while the columns are made
      std::size_t(loaded.train.size()) * std::size_t(*data->shape().rank) * sizeof(double);
  CHECK(data->bytes() == loaded.train.bytes() + loaded.population->bytes() + features);
}

TEST_CASE("low rank: the spectrum is that of E[x x^T]") {
  // E[x x^T] has sqrt(lambda_k lambda_l)/(roots) where i and j copy one feature, else 0.
  constexpr std::int64_t d = 20, rank = 7;
  const double lambda[] = {.1, .1, .1, .1, .1, .25, .25};
  Eigen::MatrixXd second = Eigen::MatrixXd::Zero(d, d);
  for (Index i = 0; i < d; ++i)
    for (Index j = 0; j < d; ++j) {
      const auto k = std::size_t(i % rank);
      if (i % rank == j % rank) second(i, j) = lambda[k] / (k < 6 ? 3 : 2);
    }
  const Eigen::VectorXd exact =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(second).eigenvalues();
  std::vector<double> told = *load(design(5, d, rank)).spectrum;
  REQUIRE(told.size() == std::size_t(d));
  std::sort(told.begin(), told.end());
  for (Index j = 0; j < d; ++j) CHECK(std::abs(told[std::size_t(j)] - exact[j]) <= 1e-14);
}

TEST_CASE("low rank: the logistic minimiser has norm R and explains the labels' probabilities") {
  const auto data = design(20000, 45, 8);
  const LoadedData loaded = load(data);
  const std::vector<double> w = loaded.population->minimiser(TestLogistic{});
  CHECK(near(norm(w), 10, 1e-8));
  // Labels follow sigmoid(<w, x>): the gradient's mean at w is zero up to five standard errors.
  const DenseMatrix& x = rows_of(loaded);
  std::vector<double> mean(45), square(45);
  for (Index i = 0; i < x.n; ++i) {
    const double y = loaded.train.y[std::size_t(i)];
    const double slope = -y / (1 + std::exp(y * dot(x.row(i), w)));
    for (std::size_t j = 0; j < 45; ++j) {
      const double g = slope * x.row(i).values[j];
      mean[j] += g / 20000;
      square[j] += g * g / 20000;
    }
  }
  for (std::size_t j = 0; j < 45; ++j) CHECK(std::abs(mean[j]) <= 5 * std::sqrt(square[j] / 20000));
}

TEST_CASE("low rank: risk is that of the features, and what is orthogonal to them is not seen") {
  SpikedDesign spiked;
  spiked.d = 8;
  spiked.evaluation_rows = 300;
  const LoadedData features = spiked.load(Streams(1, "shared", ""));
  const LoadedData wide = load(design(2000, 21, 8));
  Stream stream({5, 6});
  std::vector<double> w(21), v(21), u(8), t(8);
  stream.normals(w);
  stream.normals(v);
  for (std::size_t j = 0; j < 21; ++j) {
    const double root = std::sqrt(j % 8 < 5 ? 3.0 : 2.0);
    u[j % 8] += w[j] / root;
    t[j % 8] += v[j] / root;
  }
  const TestLogistic loss;
  const double risk = wide.population->excess_risk(loss, w, v);
  CHECK(std::abs(risk - features.population->excess_risk(loss, u, t)) <= 1e-14);
  std::vector<double> moved = w;
  moved[0] += 3;  // columns 0, 8 and 16 are equal
  moved[8] -= 1;
  moved[16] -= 2;
  CHECK(std::abs(wide.population->excess_risk(loss, moved, v) - risk) <= 1e-13);
  moved[1] += 3;
  CHECK(std::abs(wide.population->excess_risk(loss, moved, v) - risk) > 1e-3);
}

TEST_CASE("low rank: a rank above d is refused") {
  CHECK_THROWS_WITH_AS(
      (void)design(10, 7, 8)->shape(), "data set 'low-rank': rank = 8 is above d = 7", ConfigError);
  CHECK_THROWS_AS(load(design(10, 7, 8)), ConfigError);
  CHECK_THROWS_AS((void)design(10, 7, 8)->bytes(), ConfigError);
}

}  // namespace
}  // namespace dpsco
