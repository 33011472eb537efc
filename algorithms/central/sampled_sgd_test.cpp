// The three noisy SGD methods on sampled batches: plans against formulas, runs against a plain
// loop.
#include "algorithms/central/sampled_sgd.hpp"

#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/testing/by_definition.hpp"
#include "framework/testing/near.hpp"

namespace dpsco::testing {

namespace {

const std::vector<const char*> methods{
    "minibatch-noisy-sgd", "noisy-sgd-bst14", "nonsmooth-noisy-sgd"};

struct Claim {
  double batch, population, updates, noise_multiplier;
};
Claim claim(const Plan& plan) {
  const Event& event = plan.ledger.events.at(0);
  const auto& sampled = std::get<SampledWithoutReplacement>(event.mechanism);
  return {double(sampled.batch),
          double(sampled.population),
          double(event.count),
          std::get<Gaussian>(sampled.inner.at(0).mechanism).noise_multiplier};
}

std::vector<double> plain_loop(const SampledSgdPlan& plan, const Problem& on, double radius) {
  const Claim c = claim(plan);
  const auto d = std::size_t(on.data.dimension());
  const Streams drawn = streams();
  Stream choice = drawn.open(Purpose::sampling), noise = drawn.open(Purpose::noise);
  std::vector<double> w(d, 0.0), z(d), mean(d, 0.0);
  std::vector<Index> records(std::size_t(on.data.size()));
  std::iota(records.begin(), records.end(), 0);
  for (std::int64_t t = 1; t <= std::int64_t(c.updates); ++t) {
    const double eta = plan.decays ? plan.eta / std::sqrt(double(t)) : plan.eta;
    std::vector<double> g(d, 0.0);
    for (std::size_t k = 0; k < std::size_t(c.batch); ++k) {
      const auto left = std::uint64_t(records.size() - k);
      if (c.batch == 1) {
        records[0] = Index(choice.below(left));
      } else {
        std::swap(records[k], records[k + choice.below(left)]);
      }
      add_gradient(on, records[k], w, 1 / c.batch, g);
    }
    noise.normals(z);
    for (std::size_t j = 0; j < d; ++j)
      w[j] -= eta * (g[j] + on.facts.regularisation * w[j] - plan.sigma * z[j]);
    plain_projection(w, radius);
    for (std::size_t j = 0; j < d; ++j) mean[j] += w[j] / (c.updates + 1);
  }
  return plan.steps.average ? mean : w;
}

}  // namespace

TEST_CASE("noisy SGD: published noise and steps are the formulas, in the ledger too") {
  const Facts at = facts(2000, 30, Logistic());
  const double nats = -std::log(1e-5);
  const auto noisy = [&](const char* name) {
    const auto planned = plan(name, at, {{"noise", "published"}});
    REQUIRE(planned);
    return *planned;
  };
  const auto bst = noisy("noisy-sgd-bst14"), few = noisy("minibatch-noisy-sgd"),
             rough = noisy("nonsmooth-noisy-sgd");
  CHECK(claim(*bst).updates == 20000);
  CHECK(bst->schedule.at("T_published") == 4e6);
  CHECK(near(claim(*bst).noise_multiplier, std::sqrt(32 * std::log(2e8) * nats), 1e-14));
  const double s = bst->schedule.at("sigma");
  CHECK(near(bst->schedule.at("eta_1"), 20 / std::sqrt(1 + 30 * s * s), 1e-14));

  const double T = std::floor(std::min(250.0, 4e6 / (32 * 30 * nats)));
  CHECK(claim(*few).updates == T);
  CHECK(claim(*few).batch == std::ceil(2000 * std::sqrt(1 / (4 * T))));
  CHECK(near(few->schedule.at("sigma"), std::sqrt(8 * T * nats) / 2000, 1e-14));
  CHECK(near(few->schedule.at("sigma") * claim(*few).batch, claim(*few).noise_multiplier, 1e-14));
  CHECK(near(few->schedule.at("eta"), 10 / std::sqrt(T), 1e-14));

  CHECK(near(claim(*rough).noise_multiplier, std::sqrt(8 * nats), 1e-14));
  CHECK(claim(*rough).updates == 20000);
}

TEST_CASE("noisy SGD without smoothness: the step minimises the bound") {
  const auto planned = plan(
      "nonsmooth-noisy-sgd", facts(300, 30, SmoothedHinge()), {{"max_passes", std::int64_t{3}}});
  REQUIRE(planned);
  const double s = (*planned)->schedule.at("sigma"), eta = (*planned)->schedule.at("eta");
  const auto bound = [&](double step) {
    return 100 / (2 * step * 900) + step * (1 + 30 * s * s) / 2 +
           2 * step * (std::sqrt(900.0) + 900 / 300.0);
  };
  CHECK(bound(eta) < bound(eta * 1.01));
  CHECK(bound(eta) < bound(eta / 1.01));
}

TEST_CASE("noisy SGD: the fast loop is the plain loop, dense and sparse") {
  for (const char* name : methods)
    for (const auto& loss : plain_and_ridge()) {
      CAPTURE(name);
      const Problem on = problem(60, 7, loss), sparse = problem(60, 7, loss, true);
      const auto planned = plan(name, on.facts, {}, {.epsilon = 4, .delta = 1e-5});
      REQUIRE(planned);
      const auto& own = dynamic_cast<const SampledSgdPlan&>(**planned);
      const Solution solution = run(own, on);
      CHECK(close(solution.w, plain_loop(own, on, 10), 1e-10));
      CHECK(close(run(own, sparse).w, solution.w, 1e-10));
      CHECK(double(solution.gradients) == claim(own).updates * claim(own).batch);
      CHECK(norm(solution.w) <= 10 * (1 + 1e-12));
    }
}

// On blank data and far from the ball's surface w is the sum of the noise: sum_u (eta_u sigma)^2
// for the last iterate, sum_u (eta sigma (T + 1 - u)/(T + 1))^2 for the mean.
TEST_CASE("noisy SGD: the noise that the ledger lists is in the output") {
  const Problem blank = blank_problem(40, 50);
  for (const char* name : methods) {
    CAPTURE(name);
    const auto planned = plan(name, blank.facts, {}, {.epsilon = 4, .delta = 1e-5});
    REQUIRE(planned);
    const auto& bound = dynamic_cast<const SampledSgdPlan&>(**planned);
    SampledSgdPlan own(bound.ledger, bound.schedule);  // the same without projection
    own.steps = bound.steps;
    own.steps.radius = 0;
    own.eta = bound.eta;
    own.sigma = bound.sigma;
    own.decays = bound.decays;
    const Claim c = claim(own);
    const double sigma = c.noise_multiplier * 1 / c.batch;  // G = 1
    double variance = 0;
    for (std::int64_t u = 1; u <= std::int64_t(c.updates); ++u) {
      const double eta = own.decays ? own.eta / std::sqrt(double(u)) : own.eta;
      const double weight = own.steps.average ? (c.updates + 1 - double(u)) / (c.updates + 1) : 1;
      variance += std::pow(eta * sigma * weight, 2);
    }
    CHECK(near(output_variance(own, blank), variance, variance_tolerance(50)));
  }
}

TEST_CASE("sampled steps: every batch is a uniform subset") {
  // Features are unit vectors, labels +1, no noise: after one step w_i < 0 or > 0 marks who took
  // part.
  Problem on;
  DenseMatrix x{.n = 6, .d = 6, .values = std::vector<double>(36, 0.0)};
  for (Index i = 0; i < 6; ++i) x.mutable_row(i)[std::size_t(i)] = 1;
  on.data = {.x = std::move(x), .y = std::vector<double>(6, 1.0)};
  auto loss = std::make_shared<Logistic>();
  on.facts = facts(6, 6, *loss);
  on.loss = std::move(loss);
  std::vector<int> pairs(36, 0);
  const int runs = 6000;
  for (int seed = 0; seed < runs; ++seed) {
    // Streams of one repetition share the order of sampling: another repetition each time.
    const Streams other(std::uint64_t(seed), "shared", "cell");
    RunContext context(other, [] { return false; });
    Solution out{.w = std::vector<double>(6, 0.0)};
    SampledSteps{.updates = 3, .batch = 2}.run(
        on, context, [](std::int64_t u) { return NoisyStep{.eta = u == 3 ? 1.0 : 0.0}; }, out);
    std::vector<std::size_t> chosen;
    for (std::size_t j = 0; j < 6; ++j)
      if (out.w[j] != 0) chosen.push_back(j);
    REQUIRE(chosen.size() == 2);
    ++pairs[chosen[0] * 6 + chosen[1]];
  }
  double chi_squared = 0;
  for (std::size_t a = 0; a < 6; ++a)
    for (std::size_t b = a + 1; b < 6; ++b)
      chi_squared += std::pow(pairs[a * 6 + b] - runs / 15.0, 2) / (runs / 15.0);
  CHECK(chi_squared < 36.1);  // 99.9 % point of chi squared with 14 degrees of freedom
}

}  // namespace dpsco::testing
