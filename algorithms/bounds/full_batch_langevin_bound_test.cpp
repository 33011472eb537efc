// The bound of full-batch Langevin for a plan: against its terms summed by plain loops, against its
// own limit, and against risks measured on a population that is known.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/testing/bounds.hpp"
#include "algorithms/testing/by_definition.hpp"
#include "framework/testing/near.hpp"

namespace dpsco::testing {

namespace {

Outcome<Promise> bound_of(const Facts& facts,
                          const Plan* plan,
                          double comparator_norm,
                          const char* iterate = "average",
                          const char* algorithm = "full-batch-langevin") {
  const Parameters parameters{{"iterate", iterate}};
  return catalog()
      .bounds.make("full-batch-langevin")
      ->value({.facts = facts,
               .target = {.epsilon = 1, .delta = 1e-5},
               .comparator_norm = comparator_norm,
               .plan = plan,
               .algorithm = algorithm,
               .parameters = &parameters});
}

struct Scheduled final : Plan {
  using Plan::Plan;
  Solution run(const Problem& /*problem*/, RunContext& /*context*/) const override { return {}; }
};

/// Mean over runs of the population risk above that of `w`, the rows of `population` being equally
/// likely: n of them are drawn afresh for every run, and so is the noise.
double simulated_excess(const Plan& plan, const Problem& population, Index n, double at_w) {
  constexpr int runs = 200;
  const auto& x = std::get<DenseMatrix>(population.data.x);
  double sum = 0;
  for (int run_index = 0; run_index < runs; ++run_index) {
    Stream draw({77, std::uint64_t(run_index)});
    Problem sample = population;
    DenseMatrix rows{.n = n, .d = x.d};
    sample.data.y.clear();
    for (Index i = 0; i < n; ++i) {
      const auto which = Index(draw.below(std::uint64_t(x.n)));
      const auto row = x.row(which).values;
      rows.values.insert(rows.values.end(), row.begin(), row.end());
      sample.data.y.push_back(population.data.y[std::size_t(which)]);
    }
    sample.data.x = std::move(rows);
    sample.facts.n = n;
    sum += population.objective(run(plan, sample, std::to_string(run_index)).w) - at_w;
  }
  return sum / runs;
}

}  // namespace

TEST_CASE("full-batch Langevin's bound: a step at the cap of 2/L, however it rounds, is covered") {
  int capped = 0;
  for (int hundredths = 20; hundredths <= 60; ++hundredths)
    for (const std::int64_t steps : {3, 50, 97, 100, 200}) {
      Facts at = facts(1000000, 3, Logistic(), 1000);  // far to go and many records: longest steps
      at.constants.smoothness = hundredths / 100.0;
      const auto planned = plan("full-batch-langevin", at, {{"steps", steps}});
      REQUIRE(planned);
      if ((*planned)->schedule.at("eta") == 2 / at.L()) ++capped;
      CHECK(bound_of(at, planned->get(), 1000));
    }
  CHECK(capped > 100);
}

TEST_CASE("full-batch Langevin's bound: the terms are those of plain loops over the iterates") {
  for (const Index n : {50, 2000})
    for (const std::int64_t steps : {2, 3, 40, 500}) {
      const Facts at = facts(n, 30, Logistic(), 4);
      const auto planned = plan("full-batch-langevin", at, {{"steps", steps}});
      REQUIRE(planned);
      const auto& numbers = (*planned)->schedule;
      const double T = numbers.at("T"), eta = numbers.at("eta"), c = 1 - numbers.at("k") / T;
      double shrinkage = 1 / eta, distance = 0, sum = 0;
      for (std::int64_t t = 1; t <= steps; ++t) {
        if (t > 1) {
          shrinkage += (1 - c) / eta;
          distance = c * (distance + 2 * eta / double(n));
        }
        sum += distance;
      }
      const auto promise = bound_of(at, planned->get(), 3);
      REQUIRE(promise);
      CHECK(near(promise->terms[0].second, shrinkage * 9 / (2 * T), 1e-12));
      CHECK(near(promise->terms[1].second, eta / 2, 1e-14));
      CHECK(near(promise->terms[2].second, numbers.at("beta0") / 8, 1e-14));
      CHECK(near(promise->terms[3].second, sum / T, 1e-10));
    }
}

TEST_CASE("full-batch Langevin's bound: with ever more steps it falls to the tuned limit") {
  const Facts at = facts(1000, 30, Logistic(), 3);
  const auto limit = bound_of(at, nullptr, 3);
  REQUIRE(limit);
  double before = INFINITY;
  for (const std::int64_t steps : {10, 100, 1000, 100000}) {
    const auto planned = plan("full-batch-langevin", at, {{"steps", steps}});
    REQUIRE(planned);
    const double value = bound_of(at, planned->get(), 3)->value;
    CHECK(value < before);
    CHECK(value > limit->value);
    before = value;
  }
  // The plan takes k from a grid of ratio e^0.1, which costs little at a minimum.
  CHECK(before < 1.005 * limit->value);
}

TEST_CASE("full-batch Langevin's bound: what its proof does not cover is a reason") {
  const Facts at = facts(1000, 30, Logistic());  // L = 1/4
  const auto with_eta = [](double eta) {
    return Scheduled({}, {{"T", 100}, {"eta", eta}, {"beta0", 1}, {"k", 2}});
  };
  const Scheduled gentle = with_eta(8), steep = with_eta(8.1);
  CHECK(bound_of(at, &gentle, 1));
  CHECK_FALSE(bound_of(at, &steep, 1));
  CHECK_FALSE(bound_of(at, &gentle, 1, "last"));
  CHECK_FALSE(bound_of(at, &gentle, 1, "average", "noisy-gd"));
}

TEST_CASE("full-batch Langevin's bound: above the risk measured on a population that is known") {
  auto hinge = std::make_shared<SmoothedHinge>();
  hinge->width = 0.2;
  for (const auto& loss : {std::shared_ptr<const Loss>(std::make_shared<Logistic>()),
                           std::shared_ptr<const Loss>(hinge)})
    for (const Index n : {5, 40, 400})
      for (const double epsilon : {0.1, 1.0, 100.0}) {
        const Problem population = problem(12, 4, loss);
        Facts known = population.facts;
        known.n = n;
        const auto planned = plan("full-batch-langevin",
                                  known,
                                  {{"steps", std::int64_t{30}}},
                                  {.epsilon = epsilon, .delta = 1e-5});
        REQUIRE(planned);
        // The promise is for every w: the minimiser, nearly, and the origin.
        std::vector<double> w(4, 0.0), g(4);
        for (int step = 0; step < 3000; ++step) {
          std::fill(g.begin(), g.end(), 0.0);
          for (Index i = 0; i < 12; ++i) add_gradient(population, i, w, 1.0 / 12, g);
          for (std::size_t j = 0; j < 4; ++j) w[j] -= 0.2 * g[j];
        }
        double size = 0;
        for (const double v : w) size += v * v;
        CAPTURE(n);
        CAPTURE(epsilon);
        const double risk = simulated_excess(**planned, population, n, population.objective(w));
        const double promised = bound_of(known, planned->get(), std::sqrt(size))->value;
        CHECK(risk <= promised);
        const std::vector<double> origin(4, 0.0);
        CHECK(simulated_excess(**planned, population, n, population.objective(origin)) <=
              bound_of(known, planned->get(), 0)->value);
      }
}

}  // namespace dpsco::testing
