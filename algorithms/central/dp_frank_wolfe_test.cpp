// DP Frank-Wolfe: its choice of corners against exact laws, its path against a plain loop.
#include "algorithms/central/dp_frank_wolfe.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/testing/cases.hpp"
#include "framework/problem/losses/losses.hpp"
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

std::vector<double> plain_loop(const Plan& plan, const Problem& on, bool gumbel) {
  const auto& x = std::get<DenseMatrix>(on.data.x);
  const auto d = std::size_t(x.d);
  const double C = plan.schedule.at("radius"), s = plan.schedule.at("scale");
  Stream noise = streams().open(Purpose::noise);
  std::vector<double> w(d, 0.0);
  for (int t = 0; t < int(plan.schedule.at("T")); ++t) {
    std::vector<double> g(d, 0.0);
    for (Index i = 0; i < x.n; ++i) {
      double a = 0;
      for (std::size_t j = 0; j < d; ++j) a += x.row(i).values[j] * w[j];
      for (std::size_t j = 0; j < d; ++j)
        g[j] += on.loss->slope(a, on.data.y[std::size_t(i)]) * x.row(i).values[j] / double(x.n);
    }
    std::vector<double> scores;
    for (std::size_t j = 0; j < d; ++j)
      for (const int sign : {1, -1}) {
        const double u = noise.uniform();
        const double laplace = u < 0.5 ? std::log(2 * u) : -std::log(2 - 2 * u);
        scores.push_back(C * sign * (g[j] + on.facts.regularisation * w[j]) +
                         s * (gumbel ? std::log(-std::log(u)) : laplace));
      }
    const auto k = std::size_t(std::min_element(scores.begin(), scores.end()) - scores.begin());
    for (double& v : w) v *= double(t) / (t + 2);
    w[k / 2] += 2.0 / (t + 2) * (k % 2 == 0 ? C : -C);
  }
  return w;
}

}  // namespace

TEST_CASE("dp-frank-wolfe: the run is the plain loop, sparse is dense, inside the l1 ball") {
  auto ridge = std::make_shared<Logistic>();
  ridge->l2 = 0.1;
  const Problem on = problem(300, 20, ridge);
  for (const char* noise : {"laplace", "gumbel"}) {
    DpFrankWolfe method;
    method.noise = noise;
    method.radius = 3;
    method.steps = 12;
    const auto planned = plan(method, on.facts, 2.5);
    REQUIRE(planned);
    const auto w = run(**planned, on).w;
    CHECK(distance(w, plain_loop(**planned, on, std::string(noise) == "gumbel")) < 1e-12);
    CHECK(distance(run(**planned, sparse(on)).w, w) < 1e-12);
    double size = 0;
    for (const double v : w) size += std::abs(v);
    CHECK(size <= 3 * (1 + 1e-12));
    CHECK(std::count(w.begin(), w.end(), 0.0) >= 8);
    CHECK(run(**planned, on).gradients == 12 * 300);
  }
}

// One step in one dimension: the two corners' scores are C g and -C g, and the law of the choice is
// known exactly, so the scale in the output is the scale in the plan.
TEST_CASE("dp-frank-wolfe: the noise that the ledger lists decides the corner with its exact law") {
  Problem on = problem(1, 1, std::make_shared<Logistic>());
  std::get<DenseMatrix>(on.data.x).values[0] = 1;
  on.data.y[0] = 1;  // gradient at 0 is -1/2
  for (const char* noise : {"laplace", "gumbel"}) {
    DpFrankWolfe method;
    method.noise = noise;
    method.radius = 3;
    method.steps = 1;
    const auto planned = plan(method, on.facts, 0.5);
    // D = 2 L_1 C / n = 6, s = 3; the difference of the scores is 2 C g = 3, one scale.
    CHECK(near((*planned)->schedule.at("scale"), 3, 1e-12));
    const Event& event = (*planned)->ledger.events.at(0);
    CHECK(std::get<Pure>(event.mechanism).epsilon == 4 * 1.0 * 3 / (1 * 3.0));
    // P(X - Y > 1) for two Laplace variables: (1/2) e^-1 (1 + 1/2); two Gumbel: 1/(1 + e).
    const double wrong =
        std::string(noise) == "laplace" ? 0.75 * std::exp(-1.0) : 1 / (1 + std::exp(1.0));
    const int runs = 20000;
    int count = 0;
    for (int k = 0; k < runs; ++k) count += int(run(**planned, on, std::to_string(k)).w[0] < 0);
    CHECK(std::abs(count - wrong * runs) < 5 * std::sqrt(wrong * (1 - wrong) * runs));
  }
}

TEST_CASE("dp-frank-wolfe: steps, radius and the score's sensitivity come from the facts") {
  Facts example = facts(1000, 50, Logistic(), 4);
  example.bounds.row_norm_inf = 0.5;
  DpFrankWolfe method;
  const auto planned = plan(method, example, 1, {.epsilon = 2, .delta = 1e-5});
  const auto& numbers = (*planned)->schedule;
  CHECK(numbers.at("T") == 100);  // (2000)^(2/3) = 158 is capped
  CHECK(numbers.at("radius") == 4);
  CHECK(numbers.at("L_1") == 0.5);
  CHECK(near(numbers.at("scale"), 2 * 0.5 * 4 / 1000, 1e-12));
  CHECK((*planned)->ledger.events.at(0).count == 100);
  const auto removed = plan(method, example, 1, {.adjacency = Adjacency::add_remove});
  CHECK(near((*removed)->schedule.at("scale"), 0.5 * 4 / 1000, 1e-12));
  method.cap = 1000;
  CHECK((*plan(method, example, 1, {.epsilon = 2}))->schedule.at("T") == 158);

  method.radius = 5;
  const auto outside = plan(method, facts(100, 5, Squared(), 4));
  REQUIRE_FALSE(outside);
  CHECK(outside.skip().reason.find("largest radius is 4") != std::string::npos);
  method.radius = 2;
  CHECK((*plan(method, facts(100, 5, Squared(), 4)))->schedule.at("L_1") == 5);  // R + 1
}

TEST_CASE("dp-frank-wolfe: one record is a run, none a reason") {
  const Problem one = problem(1, 1, std::make_shared<Logistic>());
  CHECK(std::abs(run(**plan(DpFrankWolfe{}, one.facts), one).w.at(0)) <= 10 * (1 + 1e-12));
  CHECK_FALSE(plan(DpFrankWolfe{}, facts(0, 1, Logistic())));
}

}  // namespace dpsco
