#include "algorithms/central/private_tuning.hpp"

#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "algorithms/central/same_cost.hpp"
#include "algorithms/testing/cases.hpp"
#include "framework/core/special.hpp"
#include "framework/problem/losses/losses.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

using testing::facts;
using testing::plan;
using testing::problem;
using testing::run;

/// Records of `on` on the right side of w, as a share. on: dense.
double accuracy(const Problem& on, const std::vector<double>& w) {
  const auto& x = std::get<DenseMatrix>(on.data.x);
  double right = 0;
  for (Index i = 0; i < x.n; ++i) {
    double margin = 0;
    for (std::size_t j = 0; j < w.size(); ++j) margin += x.row(i).values[j] * w[j];
    if (margin * on.data.y[std::size_t(i)] > 0) ++right;
  }
  return right / double(x.n);
}

}  // namespace

TEST_CASE("private tuning: the ledger is a selection of the method's release and a noisy count") {
  PrivateTuning tuning;
  tuning.method = "pnsgd";
  const Target target{.epsilon = 2, .delta = 1e-6};
  const auto planned = plan(tuning, facts(300, 4, Logistic()), 3, target);
  REQUIRE(planned);
  REQUIRE((*planned)->ledger.events.size() == 1);
  const auto& all = std::get<Selection>((*planned)->ledger.events[0].mechanism);
  CHECK(all.eta == 1);
  CHECK(near(all.gamma, 0.2, 1e-15));
  REQUIRE(all.inner.size() == 2);
  CHECK(std::holds_alternative<NoisyIteration>(all.inner[0].mechanism));
  const auto& score = std::get<Gaussian>(all.inner[1].mechanism);
  CHECK(score.sensitivity == 1);
  CHECK(near(score.noise_multiplier, 10 / gdp_mu(2, 1e-6), 1e-12));
}

TEST_CASE("private tuning: the number of runs has the law and the mean that the ledger lists") {
  for (const char* law : {"geometric", "poisson"}) {
    PrivateTuning tuning;
    tuning.method = "noisy-gd";
    tuning.repetitions = law;
    tuning.runs = 3;
    tuning.candidates = 1;
    const Problem on = problem(20, 2, std::make_shared<Logistic>());
    const auto planned = plan(tuning, on.facts, 2);
    REQUIRE(planned);
    const auto& all = std::get<Selection>((*planned)->ledger.events[0].mechanism);
    const auto updates = double(
        std::get<Gaussian>(all.inner[0].mechanism).noise_multiplier > 0 ? all.inner[0].count : 0);
    const int draws = 2000;
    double sum = 0, none = 0;
    for (int seed = 0; seed < draws; ++seed) {
      const double K = double(run(**planned, on, std::to_string(seed)).gradients) / (20 * updates);
      sum += K;
      none += K == (std::string(law) == "poisson" ? 0 : 1) ? 1 : 0;
    }
    // Variance 6 and 3; P(K = 1) = 1/3 and P(K = 0) = e^-3.
    CHECK(std::abs(sum / draws - 3) < 5 * std::sqrt(6.0 / draws));
    const double p = std::string(law) == "poisson" ? std::exp(-3) : 1.0 / 3;
    CHECK(std::abs(none / draws - p) < 5 * std::sqrt(p / draws));
  }
}

TEST_CASE("private tuning: the best of many noisy runs is better than one of them") {
  const Problem on = problem(100, 4, std::make_shared<Logistic>());
  const auto mean = [&](double runs, double score_share) {
    PrivateTuning tuning;
    tuning.method = "pnsgd";
    tuning.runs = runs;
    tuning.score_share = score_share;
    const auto planned = plan(tuning, on.facts, 3, {.epsilon = 50, .delta = 1e-3});
    REQUIRE(planned);
    double sum = 0;
    for (int seed = 0; seed < 40; ++seed)
      sum += accuracy(on, run(**planned, on, std::to_string(seed)).w) / 40;
    return sum;
  };
  const double one = mean(1, 1), best = mean(50, 1), blind = mean(50, 1e-6);
  CHECK(best > one + 0.05);
  CHECK(std::abs(blind - one) < 0.03);  // a score that is all noise chooses at random
}

TEST_CASE("private tuning: runs are independent, the records that they draw included") {
  const Streams all{1, "shared", "cell"};
  for (const Purpose purpose : {Purpose::sampling, Purpose::noise, Purpose::init}) {
    Stream outer = all.open(purpose), first = all.inside(1).open(purpose),
           second = all.inside(2).open(purpose), again = all.inside(1).open(purpose);
    const double a = outer.uniform(), b = first.uniform(), c = second.uniform();
    CHECK(a != b);
    CHECK(b != c);
    CHECK(b == again.uniform());
  }
}

TEST_CASE("private tuning: refuses candidates of different cost and what the method lacks") {
  PrivateTuning tuning;
  tuning.method = "pnsgd";
  tuning.parameter = "clip";
  const auto lacking = plan(tuning, facts(300, 4, Logistic()));
  REQUIRE_FALSE(lacking);
  CHECK(lacking.skip().reason == "pnsgd has no parameter clip");
  tuning.parameter = "eta0";
  tuning.low = 1e6;
  tuning.high = 1e8;
  const auto steep = plan(tuning, facts(300, 4, Logistic()));
  REQUIRE_FALSE(steep);
  CHECK(steep.skip().reason.find("pnsgd with eta0 = 1e+06: needs eta") == 0);

  const auto iteration = [](double scale, double last) {
    return Ledger{.events = {{NoisyIteration{
                      IterationArrays{{scale, scale}, {scale, last * scale}, {1, 0.5}}}}}};
  };
  CHECK(same_cost(iteration(1, 2), iteration(3, 2)));
  CHECK_FALSE(same_cost(iteration(1, 2), iteration(1, 2.001)));
  CHECK_FALSE(same_cost({.events = {{Gaussian{1}}}}, {.events = {{Gaussian{2}}}}));
  CHECK_FALSE(same_cost({.events = {{Gaussian{1}}}}, {.events = {}}));
}

}  // namespace dpsco
