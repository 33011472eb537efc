// Double-noise Newton: the direction's sensitivity against matrices, the run against a plain loop.
#include "algorithms/central/private_newton.hpp"

#include <cmath>

#include <Eigen/Dense>
#include <doctest/doctest.h>

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
using Vector = Eigen::VectorXd;

double multiplier(const Plan& plan, std::size_t event) {
  return std::get<Gaussian>(plan.ledger.events.at(event).mechanism).noise_multiplier;
}

/// From the definition, with matrices, from the same streams. Logistic loss, B = 1.
std::vector<double> plain_loop(const Plan& plan, const Problem& on, bool majoriser) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto& dense = std::get<DenseMatrix>(on.data.x);
  const Eigen::Map<const Rows> X(dense.values.data(), dense.n, dense.d);
  const double n = double(dense.n), lambda = on.facts.regularisation;
  const double s_g = multiplier(plan, 0) / n, s_t = multiplier(plan, 1) * 0.25 / n,
               z_d = multiplier(plan, 2);
  Stream noise = streams().open(Purpose::noise);
  const auto normals = [&](Index count) {
    std::vector<double> z(std::size_t(count), 0.0);
    noise.normals(z);
    return Vector(Eigen::Map<const Vector>(z.data(), count));
  };
  Vector w = Vector::Zero(dense.d);
  for (int t = 0; t < int(plan.schedule.at("T")); ++t) {
    Vector slope(dense.n), k(dense.n);
    for (Index i = 0; i < dense.n; ++i) {
      const double a = X.row(i).dot(w), y = on.data.y[std::size_t(i)];
      const double p = 1 / (1 + std::exp(y * a));
      slope[i] = -y * p;
      k[i] = majoriser && a != 0 ? std::tanh(a / 2) / (2 * a) : p * (1 - p);
    }
    const Vector g = X.transpose() * slope / n + lambda * w + s_g * normals(dense.d);
    const Matrix A = X.transpose() * k.asDiagonal() * X / n;
    const double trace = std::max(0.0, A.trace() + s_t * normals(1)[0]);
    const double rho = 1 / (2 * z_d * z_d);
    const double l = std::max(std::cbrt(trace / (n * n * rho)), 1 / n) + lambda;
    const Matrix M = A + l * Matrix::Identity(dense.d, dense.d);
    const double s_d = z_d * g.norm() * 0.25 / (n * l * l + 0.25 * l);
    w -= M.inverse() * g + s_d * normals(dense.d);
  }
  return {w.data(), w.data() + w.size()};
}

const Target removal{.epsilon = 1, .delta = 1e-5, .adjacency = Adjacency::add_remove};

}  // namespace

TEST_CASE("private newton: no record moves the direction by more than stated, and one attains it") {
  Stream stream({5, 5});
  const std::ptrdiff_t d = 4;
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<double> draws(std::size_t(d * d + 2 * d));
    stream.normals(draws);
    const Matrix root = Eigen::Map<Matrix>(draws.data(), d, d);
    const Vector g = Eigen::Map<Vector>(draws.data() + d * d, d);
    Vector u = Eigen::Map<Vector>(draws.data() + d * d + d, d);
    const double l = std::pow(10, -3 * stream.uniform()), n = 5, L = 0.25;
    u *= std::sqrt(L / n) / u.norm() * (trial % 3 == 0 ? stream.uniform() : 1);
    const Matrix M =
        root * root.transpose() * (trial % 2 == 0 ? 0.001 : 1) + l * Matrix::Identity(d, d);
    const Matrix more = M + u * u.transpose();
    const double moved = (M.inverse() * g - more.inverse() * g).norm();
    CHECK(moved <= direction_sensitivity(g.norm(), l, L, n) * (1 + 1e-9));
    const Matrix flat = l * Matrix::Identity(d, d);
    const Vector along = u * (std::sqrt(L / n) / u.norm()), h = 3 * along;
    const double most =
        (flat.inverse() * h - (flat + along * along.transpose()).inverse() * h).norm();
    CHECK(near(most, direction_sensitivity(h.norm(), l, L, n), 1e-9));
  }
}

TEST_CASE("private newton: the run is the plain loop, sparse is dense") {
  auto ridge = std::make_shared<Logistic>();
  ridge->l2 = 0.05;
  for (const auto& loss : {std::make_shared<Logistic>(), ridge})
    for (const char* hessian : {"majoriser", "true"}) {
      const Problem on = problem(150, 5, loss);  // more than two blocks of rows
      PrivateNewton method;
      method.hessian = hessian;
      method.steps = 4;
      const auto planned = plan(method, on.facts, 3, removal);
      REQUIRE(planned);
      const auto w = run(**planned, on).w;
      CHECK(distance(w, plain_loop(**planned, on, std::string(hessian) == "majoriser")) < 1e-9);
      CHECK(distance(run(**planned, sparse(on)).w, w) < 1e-9);
      CHECK(run(**planned, on).gradients == 600);
    }
}

TEST_CASE("private newton: the shares are the parts of the zCDP cost") {
  const auto planned = plan(PrivateNewton{}, facts(100, 3, Logistic()), 2, removal);
  REQUIRE(planned);
  REQUIRE((*planned)->ledger.events.size() == 3);
  double rho = 0, parts[3] = {};
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK((*planned)->ledger.events[k].count == 10);
    parts[k] = 1 / (2 * std::pow(multiplier(**planned, k), 2));
    rho += parts[k];
  }
  CHECK(near(rho, 1 / 8.0, 1e-12));
  CHECK(near(parts[0] / rho, 0.7, 1e-12));
  CHECK(near(parts[1] / rho, 0.03, 1e-12));
}

// Silent data: A = 0, so the step is g/l + direction noise, g the noise on the gradient and l made
// of the noise on the trace; after one step all three are in w.
TEST_CASE("private newton: the noise that the ledger lists is in the output") {
  const Problem on = silent(40, 30, std::make_shared<Logistic>());
  PrivateNewton method;
  method.steps = 1;
  method.trace_share = 1e-6;
  const auto planned = plan(method, on.facts, 1, removal);
  REQUIRE(planned);
  const double s_g = multiplier(**planned, 0) / 40, s_t = multiplier(**planned, 1) * 0.25 / 40,
               z_d = multiplier(**planned, 2);
  const double rho = 1 / (2 * z_d * z_d);
  // Half of the traces are cut at zero, where l = 1/n; else l = (t/(n^2 rho))^(1/3): an average
  // over the half-normal t by the midpoint rule in its quantiles.
  double expected = 0;
  const int cells = 4000;
  const auto at = [&](double l) {
    const double per_gradient = z_d * 0.25 / (40 * l * l + 0.25 * l);
    return s_g * s_g * (1 / (l * l) + 30 * per_gradient * per_gradient);
  };
  for (int k = 0; k < cells; ++k) {
    const double t = s_t * 8 * (k + 0.5) / cells;
    const double weight =
        8.0 / cells * std::exp(-t * t / (2 * s_t * s_t)) / std::sqrt(2 * std::acos(-1.0));
    expected += weight * at(std::max(std::cbrt(t / (1600 * rho)), 1 / 40.0));
  }
  expected += 0.5 * at(1 / 40.0);
  // w^2 is a mixture of two very different sizes: half of the runs carry all of it.
  CHECK(near(mean_square(**planned, on, 4000), expected, 5 * std::sqrt(1.2 / 4000)));
}

TEST_CASE("private newton: too many dimensions is a cost cap, one record a run, none a reason") {
  const auto wide = plan(PrivateNewton{}, facts(10, 401, Logistic()), 1, removal);
  REQUIRE_FALSE(wide);
  CHECK(wide.skip().reason.find("cost cap") == 0);
  PrivateNewton patient;
  patient.max_dimension = 401;
  CHECK(plan(patient, facts(10, 401, Logistic()), 1, removal));
  const Problem one = problem(1, 1, std::make_shared<Logistic>());
  CHECK(std::isfinite(run(**plan(PrivateNewton{}, one.facts, 30, removal), one).w.at(0)));
  CHECK_FALSE(plan(PrivateNewton{}, facts(0, 1, Logistic()), 1, removal));
}

}  // namespace dpsco
