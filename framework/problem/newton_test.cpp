#include "framework/problem/newton.hpp"

#include <cmath>

#include <Eigen/Dense>
#include <doctest/doctest.h>

#include "framework/core/random.hpp"
#include "framework/problem/losses/losses.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

Problem random_problem(Index n, Index d, std::shared_ptr<const Loss> loss) {
  Stream stream({3, std::uint64_t(n * 1000 + d)});
  DenseMatrix x{.n = n, .d = d, .values = std::vector<double>(std::size_t(n * d))};
  stream.normals(x.values);
  Problem problem;
  for (Index i = 0; i < n; ++i) problem.data.y.push_back(stream.uniform() < 0.5 ? -1 : 1);
  problem.data.x = std::move(x);
  problem.facts = {.n = n, .d = d};
  problem.facts.regularisation = loss->regularisation();
  problem.loss = std::move(loss);
  return problem;
}

}  // namespace

TEST_CASE(
    "newton: a quadratic with ridge, linear term and declared count equals Eigen's solution") {
  auto squared = std::make_shared<Squared>();
  squared->l2 = 0.2;
  const Problem problem = random_problem(30, 6, squared);
  const std::vector<double> linear{0.3, -0.1, 0.2, 0.5, -0.7, 0.05};
  SmoothObjective objective(problem, 40, linear);
  NewtonPoint at = newton_start(objective, 6);
  newton(objective, 0.3, 1e-11, 50, at);
  CHECK(at.slope(0.3) <= 1e-11);

  const auto& x = std::get<DenseMatrix>(problem.data.x);
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Rows> X(x.values.data(), 30, 6);
  const Eigen::Map<const Eigen::VectorXd> y(problem.data.y.data(), 30), b(linear.data(), 6);
  const Eigen::VectorXd w = (X.transpose() * X / 40 + 0.5 * Eigen::MatrixXd::Identity(6, 6))
                                .ldlt()
                                .solve(X.transpose() * y / 40 - b);
  for (int j = 0; j < 6; ++j) CHECK(std::abs(at.w[std::size_t(j)] - w[j]) < 1e-10);
}

TEST_CASE("newton: the value's slope is the gradient and the gradient's slope the Hessian") {
  const Problem problem = random_problem(25, 4, std::make_shared<Logistic>());
  const std::vector<double> linear{0.3, -0.1, 0.2, 0.5}, v{0.4, 1, -2, 0.3};
  SmoothObjective objective(problem, 25, linear);
  std::vector<double> w{0.1, -0.4, 0.2, 0.9}, gradient(4), above(4), below(4), product(4);
  objective.move_to(w, gradient);
  objective.hessian_times(v, 0, product);
  const double h = 1e-5;
  std::vector<double> up = w, down = w;
  add(h, DenseRow{v}, up);
  add(-h, DenseRow{v}, down);
  const double slope = (objective.move_to(up, above) - objective.move_to(down, below)) / (2 * h);
  CHECK(std::abs(slope - dot(DenseRow{v}, gradient)) < 1e-8);
  for (std::size_t j = 0; j < 4; ++j)
    CHECK(std::abs((above[j] - below[j]) / (2 * h) - product[j]) < 1e-8);
}

TEST_CASE("newton: a run out of steps says so by its slope") {
  const Problem problem = random_problem(40, 5, std::make_shared<Logistic>());
  SmoothObjective objective(problem, 40);
  NewtonPoint at = newton_start(objective, 5);
  newton(objective, 1e-3, 1e-12, 1, at);
  CHECK(at.steps == 1);
  CHECK(at.slope(1e-3) > 1e-12);
}

}  // namespace dpsco
