// The non-private methods: step rules and averages against their formulas, solvers against the
// certified optimum.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/central/gd.hpp"
#include "algorithms/central/lbfgs.hpp"
#include "algorithms/central/newton_method.hpp"
#include "algorithms/central/projected_sgd.hpp"
#include "algorithms/central/sgd_averaging.hpp"
#include "algorithms/central/sgd_last_iterate.hpp"
#include "algorithms/testing/cases.hpp"
#include "framework/problem/losses/losses.hpp"
#include "framework/problem/optimum.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

using testing::distance;
using testing::facts;
using testing::plan;
using testing::problem;
using testing::run;
using testing::sparse;
using testing::streams;

std::shared_ptr<const Loss> ridge(double l2) {
  auto loss = std::make_shared<Logistic>();
  loss->l2 = l2;
  return loss;
}

/// All iterates of projected SGD, row by row. Two passes or one, each in its own order.
std::vector<std::vector<double>> plain_iterates(const Problem& on,
                                                const std::vector<double>& steps,
                                                double radius) {
  const auto& x = std::get<DenseMatrix>(on.data.x);
  const auto d = std::size_t(x.d), n = std::size_t(x.n);
  Stream sampling = streams().open(Purpose::sampling);
  std::vector<Index> order;
  std::vector<std::vector<double>> all;
  std::vector<double> w(d, 0.0);
  for (std::size_t t = 0; t < steps.size(); ++t) {
    if (t % n == 0) order = sampling.permutation(x.n);
    const auto i = std::size_t(order[t % n]);
    double a = 0, size = 0;
    for (std::size_t j = 0; j < d; ++j) a += x.row(Index(i)).values[j] * w[j];
    const double slope = on.loss->slope(a, on.data.y[i]);
    for (std::size_t j = 0; j < d; ++j) {
      w[j] -= steps[t] * (slope * x.row(Index(i)).values[j] + on.facts.regularisation * w[j]);
      size += w[j] * w[j];
    }
    if (radius > 0 && std::sqrt(size) > radius)
      for (double& v : w) v *= radius / std::sqrt(size);
    all.push_back(w);
  }
  return all;
}

std::vector<double> steps_of(StepSizes::Rule rule, std::int64_t T, double scale) {
  StepSizes sizes(rule, T, scale);
  std::vector<double> all;
  for (std::int64_t t = 0; t < T; ++t) all.push_back(sizes.next());
  return all;
}

/// sum_t weights_t iterate_t / sum_t weights_t.
std::vector<double> weighted_mean(const std::vector<std::vector<double>>& iterates,
                                  const std::vector<double>& weights) {
  std::vector<double> mean(iterates[0].size(), 0.0);
  double sum = 0;
  for (std::size_t t = 0; t < iterates.size(); ++t) {
    sum += weights[t];
    add(weights[t], DenseRow{iterates[t]}, mean);
  }
  for (double& v : mean) v /= sum;
  return mean;
}

}  // namespace

TEST_CASE("halving steps follow T_i = T - ceil(T 2^-i)") {
  for (const std::int64_t T : {1, 2, 3, 7, 8, 100, 1000}) {
    const auto steps = steps_of(StepSizes::Rule::halving, T, 3);
    REQUIRE(std::int64_t(steps.size()) == T);
    const int k = int(std::ceil(std::log2(double(T)) - 1e-12));
    for (int i = 0; i <= k; ++i) {
      const auto edge = [&](int phase) {
        return phase > k ? T : T - std::int64_t(std::ceil(double(T) * std::ldexp(1.0, -phase)));
      };
      for (std::int64_t t = edge(i) + 1; t <= edge(i + 1); ++t)
        CHECK(
            near(steps[std::size_t(t - 1)], 3 * std::ldexp(1.0, -i) / std::sqrt(double(T)), 1e-14));
    }
  }
  // Bit by bit what an array of steps held.
  const auto eight = steps_of(StepSizes::Rule::halving, 8, 3);
  const double first = 3 / std::sqrt(8.0);
  CHECK(eight == std::vector<double>{
                     first, first, first, first, first / 2, first / 2, first / 4, first / 8});
  CHECK(steps_of(StepSizes::Rule::inverse_root, 3, 2) ==
        std::vector<double>{2, 2 / std::sqrt(2.0), 2 / std::sqrt(3.0)});
}

TEST_CASE("sgd-averaging: the run is the formula's weighted mean of plain iterates") {
  for (const auto& loss : {ridge(0), ridge(0.2)})
    for (const char* projection : {"ball", "none"}) {
      Problem on = problem(40, 5, loss);
      on.facts.bounds.radius = 0.8;  // binds
      SgdAveraging method;
      method.projection = projection;
      method.eta0 = 2;
      method.passes = 2;
      method.power = 2;
      const auto iterates = plain_iterates(on,
                                           steps_of(StepSizes::Rule::inverse_root, 80, 2),
                                           std::string(projection) == "ball" ? 0.8 : 0);
      const auto polynomial = plan(method, on.facts);
      REQUIRE(polynomial);
      CHECK((*polynomial)->schedule.at("T") == 80);
      // (p+1)/(t+p) (w - mean) unrolls to weights proportional to t (t+1) ... (t+p-1).
      std::vector<double> rising(80), late(80, 0.0);
      for (std::size_t t = 0; t < 80; ++t) rising[t] = double((t + 1) * (t + 2));
      CHECK(distance(run(**polynomial, on).w, weighted_mean(iterates, rising)) < 1e-11);
      CHECK(distance(run(**polynomial, sparse(on)).w, run(**polynomial, on).w) < 1e-11);

      method.average = "suffix";
      method.suffix = 0.3;
      for (std::size_t t = 56; t < 80; ++t) late[t] = 1;
      CHECK(distance(run(**plan(method, on.facts), on).w, weighted_mean(iterates, late)) < 1e-11);
    }
}

TEST_CASE("sgd-last-iterate: the run is the last of the plain iterates") {
  Problem on = problem(40, 5, ridge(0.1));
  on.facts.bounds.radius = 0.8;
  SgdLastIterate method;
  method.eta0 = 6;
  const auto planned = plan(method, on.facts);
  REQUIRE(planned);
  CHECK(near((*planned)->schedule.at("eta_1"), 6 / std::sqrt(40.0), 1e-14));
  CHECK(distance(run(**planned, on).w,
                 plain_iterates(on, steps_of(StepSizes::Rule::halving, 40, 6), 0.8).back()) <
        1e-11);
  CHECK(distance(run(**planned, sparse(on)).w, run(**planned, on).w) < 1e-11);
  CHECK(run(**planned, on).gradients == 40);
}

TEST_CASE("gd: the plain loop, and its bound L |w*|^2/(2 T) holds") {
  const Problem on = problem(60, 4, ridge(0.05));
  const auto optimum = find_optimum(on, {.gap = 1e-13});
  REQUIRE(optimum);
  const auto& x = std::get<DenseMatrix>(on.data.x);
  for (const std::int64_t T : {1, 5, 40}) {
    Gd method;
    method.steps = T;
    const auto planned = plan(method, on.facts);
    REQUIRE(planned);
    std::vector<double> w(4, 0.0);
    for (std::int64_t t = 0; t < T; ++t) {
      std::vector<double> g(4, 0.0);
      for (Index i = 0; i < 60; ++i)
        add(on.loss->slope(dot(x.row(i), w), on.data.y[std::size_t(i)]) / 60, x.row(i), g);
      for (std::size_t j = 0; j < 4; ++j) w[j] -= (g[j] + 0.05 * w[j]) / 0.3;
    }
    CHECK(distance(run(**planned, on).w, w) < 1e-12);
    CHECK(distance(run(**planned, sparse(on)).w, w) < 1e-12);
    CHECK(on.objective(w) - optimum->value <=
          0.3 * std::pow(norm(optimum->w), 2) / (2 * double(T)));
  }
  Gd inside;
  inside.projection = "ball";
  Problem tight = on;
  tight.facts.bounds.radius = 0.05;
  CHECK(near(norm(run(**plan(inside, tight.facts), tight).w), 0.05, 1e-9));
}

TEST_CASE("newton and l-bfgs: they reach the certified optimum, on dense and sparse rows") {
  for (const Index d : {1, 6, 40})
    for (const bool hinge : {false, true}) {
      std::shared_ptr<const Loss> loss = ridge(0.02);
      if (hinge) {
        auto smooth = std::make_shared<SmoothedHinge>();
        smooth->l2 = 0.02;
        loss = smooth;
      }
      const Problem on = problem(50, d, loss);
      const auto optimum = find_optimum(on, {.gap = 1e-14});
      REQUIRE(optimum);
      CAPTURE(d);
      CAPTURE(hinge);
      for (const auto& planned : {plan(NewtonMethod{}, on.facts), plan(Lbfgs{}, on.facts)}) {
        REQUIRE(planned);
        const auto w = run(**planned, on).w;
        CHECK(distance(w, optimum->w) < 1e-5);
        CHECK(on.objective(w) - optimum->value <= 1e-16 / 0.04 + 1e-14);  // tolerance^2/(2 lambda)
        CHECK(distance(run(**planned, sparse(on)).w, w) < 1e-5);
      }
    }
}

TEST_CASE("newton: a step that rounding keeps from moving is not repeated until max_steps") {
  Problem on = problem(50, 8, ridge(1e-3));
  // Gradients of norm 1000, whose mean rounds to 1e-13 and not to the tolerance.
  for (double& v : std::get<DenseMatrix>(on.data.x).values) v *= 1000;
  NewtonMethod method;
  method.tolerance = 1e-15;
  method.max_steps = 2000;
  CHECK(run(**plan(method, on.facts), on).gradients <= 100 * 50);
}

TEST_CASE("l-bfgs: memory spares steps over plain gradients") {
  const Problem on = problem(200, 30, ridge(1e-4));
  Lbfgs one, ten;
  one.memory = 1;
  CHECK(run(**plan(ten, on.facts), on).gradients < run(**plan(one, on.facts), on).gradients);
  Gd slow;
  slow.steps = run(**plan(ten, on.facts), on).gradients / 200;
  CHECK(on.objective(run(**plan(ten, on.facts), on).w) <
        on.objective(run(**plan(slow, on.facts), on).w));
}

TEST_CASE("non-private methods: their ledgers say so; one record is a run, none a reason") {
  const Problem one = problem(1, 1, std::make_shared<Logistic>());
  const Facts none = facts(0, 1, Logistic());
  const auto check = [&](const auto& method) {
    const auto planned = plan(method, one.facts);
    REQUIRE(planned);
    CHECK(std::holds_alternative<NonPrivate>((*planned)->ledger.events.at(0).mechanism));
    CHECK(std::isfinite(run(**planned, one).w.at(0)));
    CHECK_FALSE(plan(method, none));
  };
  check(SgdAveraging{});
  check(SgdLastIterate{});
  check(Gd{});
  check(NewtonMethod{});
  check(Lbfgs{});
  SgdAveraging free;
  free.projection = "none";
  CHECK_FALSE(plan(free, facts(10, 2, Squared())));
  CHECK(plan(SgdAveraging{}, facts(10, 2, Squared())));
}

}  // namespace dpsco
