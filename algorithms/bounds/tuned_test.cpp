// What a bound promises at its best tuning is what it promises some plan: never a step that the
// method refuses.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/bounds/tuning.hpp"
#include "algorithms/testing/bounds.hpp"
#include "algorithms/testing/by_definition.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"

namespace dpsco::testing {

namespace {

constexpr Target target{.epsilon = 4, .delta = 1e-5};

/// L = 100, so that eta <= 2/L binds.
Facts sharp_facts() {
  SmoothedHinge hinge;
  hinge.width = 0.01;
  return facts(1000, 50, hinge, 10);
}

double promised(const char* bound,
                const Facts& facts,
                const Plan* plan = nullptr,
                const char* algorithm = "",
                const Parameters& parameters = {}) {
  const auto promise = catalog().bounds.make(bound)->value({.facts = facts,
                                                            .target = target,
                                                            .comparator_norm = facts.R(),
                                                            .plan = plan,
                                                            .algorithm = algorithm,
                                                            .parameters = &parameters});
  REQUIRE_MESSAGE(promise, bound);
  return promise->value;
}

double harmonic_sum(int T) {
  double sum = 0;
  for (int t = 1; t <= T; ++t) sum += 1.0 / t;
  return sum;
}

}  // namespace

TEST_CASE("tuned bounds: where L binds, the value is that of the longest step admitted") {
  const Facts at = sharp_facts();
  const int T = 563;  // the largest with sum of batches <= 1000
  double F = 0;
  for (int k = 1; k < T; ++k) {
    int m = 1;
    while (2 * (T - k) * m * m < T) ++m;
    F = std::max(F, double(k) * k / (double(m) * m * double(T - k) * double(T + k)));
  }
  const double mu = gdp_mu(target.epsilon, target.delta), root = std::sqrt(double(T));
  const auto value = [&](double eta0) {
    return harmonic_sum(T) * 100 / (eta0 * root) + (1 + harmonic_sum(T - 1)) * eta0 / (4 * root) +
           F * eta0 * eta0 / (T * mu * mu) / 2 * 100;
  };
  const double largest = 4 * root / 100;
  double free = INFINITY, admitted = INFINITY;
  for (int i = -4000; i <= 8000; ++i) {
    const double eta0 = largest * std::exp(i * 1e-3);
    free = std::min(free, value(eta0));
    if (i <= 0) admitted = std::min(admitted, value(eta0));
  }
  CHECK(near(free, 8.8, 0.01));
  CHECK(near(admitted, 31, 0.01));
  CHECK(near(promised("ma2022-single-pass", at), admitted, 1e-12));
  CHECK(near(largest_eta0(at, T), largest, 1e-14));
}

TEST_CASE("tuned bounds: where L binds, they are those of a plan with the longest step") {
  const Facts at = sharp_facts();
  const double eta0 = largest_eta0(at, 563) * (1 - 1e-12);
  for (const char* lambda : {"1/t", "constant"}) {
    const Parameters parameters{{"eta0", eta0}, {"lambda", lambda}};
    const auto planned = plan("single-pass-dp-sgd", at, parameters, target);
    REQUIRE_MESSAGE(planned, lambda);
    const char* bound =
        std::string(lambda) == "1/t" ? "ma2022-single-pass" : "ma2022-constant-lambda";
    CHECK(near(promised(bound, at),
               promised(bound, at, planned->get(), "single-pass-dp-sgd", parameters),
               1e-9));
    const Parameters steeper{{"eta0", eta0 * 1.001}, {"lambda", lambda}};
    CHECK_FALSE(plan("single-pass-dp-sgd", at, steeper, target));
  }
  const Parameters longest{{"eta0", eta0}, {"step", "fixed"}};
  const auto pnsgd = plan("pnsgd", at, longest, target);
  REQUIRE(pnsgd);
  CHECK_FALSE(plan("pnsgd", at, {{"step", "theory"}}, target));
  CHECK(near(promised("pnsgd-last-iterate", at),
             promised("pnsgd-last-iterate", at, pnsgd->get(), "pnsgd", longest),
             1e-9));
  const auto phased = plan("phased-sgd", at, {}, target);
  REQUIRE(phased);
  CHECK(near((*phased)->schedule.at("eta_1"), 2.0 / 100, 1e-12));
  CHECK(near(
      promised("phased-sgd", at), promised("phased-sgd", at, phased->get(), "phased-sgd"), 1e-9));
}

TEST_CASE("tuned bounds: where L does not bind, no step of the family does better") {
  const Facts at = facts(1000, 50, Logistic(), 10);
  for (int i = -30; i <= 20; ++i) {
    const double eta0 = 10 * std::exp(0.1 * i);
    const Parameters parameters{{"eta0", eta0}};
    const auto planned = plan("single-pass-dp-sgd", at, parameters, target);
    if (!planned) continue;
    CHECK(promised("ma2022-single-pass", at) <=
          promised("ma2022-single-pass", at, planned->get(), "single-pass-dp-sgd", parameters) *
              (1 + 1e-9));
  }
}

// Under add_remove one record moves a mean gradient by half as much: the same as twice the mu.
TEST_CASE("tuned bounds of full-batch methods know the adjacency, and no plan promises less") {
  const Facts at = facts(1000, 1000, Logistic(), 1);
  for (const char* bound : {"noisy-gd-by-d", "noisy-gd-by-rank", "full-batch-langevin"}) {
    CAPTURE(bound);
    const auto tuned = [&](Target to) {
      return catalog().bounds.make(bound)->value(
          {.facts = at, .target = to, .comparator_norm = at.R()});
    };
    const Target replaced{.epsilon = 1, .delta = 1e-5},
        removed{.epsilon = 1, .delta = 1e-5, .adjacency = Adjacency::add_remove};
    const double mu = gdp_mu(1, 1e-5);
    const Target twice_mu{.epsilon = gdp_epsilon(2 * mu, 1e-5), .delta = 1e-5};
    REQUIRE(tuned(removed));
    CHECK(tuned(removed)->value < tuned(replaced)->value);
    CHECK(near(tuned(removed)->value, tuned(twice_mu)->value, 1e-6));
  }
  for (const std::int64_t steps : {10, 100, 1000}) {
    const Parameters parameters{{"max_steps", steps}, {"projection", "none"}};
    const Target removed{.epsilon = 1, .delta = 1e-5, .adjacency = Adjacency::add_remove};
    const auto planned = plan("noisy-gd", at, parameters, removed);
    REQUIRE(planned);
    const auto value = [&](const Plan* made) {
      return catalog()
          .bounds.make("noisy-gd-by-d")
          ->value({.facts = at,
                   .target = removed,
                   .comparator_norm = at.R(),
                   .plan = made,
                   .algorithm = "noisy-gd",
                   .parameters = &parameters});
    };
    REQUIRE(value(planned->get()));
    CHECK(value(planned->get())->value >= value(nullptr)->value * (1 - 1e-9));
  }
}

}  // namespace dpsco::testing
