#include "framework/problem/optimum.hpp"

#include <cmath>

#include <Eigen/Dense>
#include <doctest/doctest.h>

#include "framework/core/random.hpp"
#include "framework/problem/losses/losses.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

Problem random_problem(Index n, Index d, std::shared_ptr<const Loss> loss, double R) {
  Stream stream({1, std::uint64_t(n * 1000 + d)});
  DenseMatrix x{.n = n, .d = d, .values = std::vector<double>(std::size_t(n * d))};
  stream.normals(x.values);
  Problem problem;
  for (Index i = 0; i < n; ++i) {
    const double size = norm(x.row(i).values);
    for (double& v : x.mutable_row(i)) v /= size;
    problem.data.y.push_back(stream.uniform() < 0.5 ? -1 : 1);
  }
  problem.data.x = std::move(x);
  problem.facts = {.n = n, .d = d, .bounds = {.row_norm = 1, .radius = R}};
  problem.facts.constants = loss->constants(problem.facts.bounds);
  problem.facts.regularisation = loss->regularisation();
  problem.loss = std::move(loss);
  return problem;
}

std::shared_ptr<Loss> with_l2(double l2) {
  auto loss = std::make_shared<Squared>();
  loss->l2 = l2;
  return loss;
}

}  // namespace

TEST_CASE("optimum: ridge regression equals its normal equations (Eigen LDLT)") {
  const Problem problem = random_problem(50, 8, with_l2(0.1), 10);
  const auto& x = std::get<DenseMatrix>(problem.data.x);
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Rows> X(x.values.data(), 50, 8);
  const Eigen::Map<const Eigen::VectorXd> y(problem.data.y.data(), 50);
  const Eigen::VectorXd w = (X.transpose() * X / 50 + 0.1 * Eigen::MatrixXd::Identity(8, 8))
                                .ldlt()
                                .solve(X.transpose() * y / 50);
  const auto optimum = find_optimum(problem, {.gap = 1e-14});
  REQUIRE(optimum);
  CHECK_FALSE(optimum->constrained);
  for (int j = 0; j < 8; ++j) CHECK(std::abs(optimum->w[std::size_t(j)] - w[j]) < 1e-6);
}

TEST_CASE("optimum: separable data are solved on the sphere ||w|| = R, certified") {
  for (const bool hinge : {false, true}) {
    CAPTURE(hinge);
    std::shared_ptr<const Loss> loss = std::make_shared<Logistic>();
    if (hinge) loss = std::make_shared<SmoothedHinge>();
    const Problem problem = random_problem(20, 60, loss, hinge ? 2 : 10);
    const auto optimum = find_optimum(problem);
    REQUIRE(optimum);
    CHECK(optimum->constrained);
    CHECK(optimum->gap <= 1e-9);
    CHECK(near(norm(optimum->w), problem.facts.R(), 1e-6));
    CHECK(near(problem.objective(optimum->w), optimum->value, 1e-12));
  }
}

TEST_CASE(
    "optimum: an interior minimiser has a vanishing gradient, and nothing in the ball is lower") {
  const Problem problem = random_problem(200, 5, std::make_shared<Logistic>(), 100);
  const auto optimum = find_optimum(problem);
  REQUIRE(optimum);
  CHECK(norm(optimum->w) < 100);
  Stream stream({2, 2});
  std::vector<double> v(5), z(5);
  for (int k = 0; k < 200; ++k) {
    stream.normals(z);
    v = optimum->w;
    add(std::pow(10.0, -k % 6), DenseRow{z}, v);
    if (norm(v) <= 100) CHECK(problem.objective(v) >= optimum->value - optimum->gap);
  }
}

TEST_CASE("optimum: n = 1, d = 1 and an all-zero row") {
  Problem one = random_problem(1, 1, std::make_shared<Logistic>(), 3);
  const auto optimum = find_optimum(one);
  REQUIRE(optimum);
  CHECK(near(std::abs(optimum->w[0]), 3, 1e-6));
  std::get<DenseMatrix>(one.data.x).values[0] = 0;
  const auto flat = find_optimum(one);
  REQUIRE(flat);
  CHECK(flat->gap == 0);
  CHECK(near(flat->value, std::log(2.0), 1e-15));
}

TEST_CASE("optimum: what can't be certified is said, with the gap that was reached") {
  const Problem problem = random_problem(20, 60, std::make_shared<Logistic>(), 10);
  const auto optimum = find_optimum(problem, {.gap = 1e-9, .max_newton_steps = 1});
  REQUIRE_FALSE(optimum);
  CHECK(optimum.skip().reason.find("certified only to") != std::string::npos);
}

}  // namespace dpsco
