// Corollary 1 for both passes against lambda_t and eta_t summed one by one, its two forms against
// each other, and against the regret that runs have.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/testing/bounds.hpp"
#include "algorithms/testing/by_definition.hpp"
#include "framework/testing/near.hpp"

namespace dpsco::testing {

namespace {

Outcome<Promise> ask(const char* bound,
                     const Facts& facts,
                     const Plan* plan,
                     const char* algorithm,
                     const Parameters& parameters,
                     double R) {
  return catalog().bounds.make(bound)->value({.facts = facts,
                                              .target = {.epsilon = 1, .delta = 1e-5},
                                              .comparator_norm = R,
                                              .plan = plan,
                                              .algorithm = algorithm,
                                              .parameters = &parameters});
}

/// lambda~ and sum eta_t of a plan from their definitions.
struct Sums {
  double shrinkage = 0, steps = 0;
};
Sums single_pass_sums(double T, double eta, bool constant) {
  Sums all{.shrinkage = 1 / eta, .steps = eta};
  for (int t = 2; t <= int(T); ++t) {
    all.shrinkage += 1 / ((constant ? T : double(t)) * eta);
    all.steps += eta;
  }
  return all;
}
Sums multi_pass_sums(double T, double eta1, double n_delta) {
  const auto a = [&](double t) { return 8 * t * std::log(2.5 * t * t / n_delta); };
  const auto eta = [&](double t) { return eta1 * std::sqrt(a(1) / a(t)); };
  Sums all{.shrinkage = 1 / eta1, .steps = eta1};
  for (int t = 2; t <= int(T); ++t) {
    all.shrinkage += 1 / eta(t) - 1 / eta(t - 1);
    all.steps += eta(t);
  }
  return all;
}

}  // namespace

TEST_CASE("Corollary 1: both forms and both passes are their sums, written out") {
  const Facts at = facts(300, 20, Logistic(), 4);
  struct Case {
    const char* algorithm;
    Parameters parameters;
  };
  for (const Case& one : {Case{"single-pass-dp-sgd", {{"lambda", "1/t"}}},
                          Case{"single-pass-dp-sgd", {{"lambda", "constant"}}},
                          Case{"multi-pass-dp-sgd", {{"calibration", "theorem"}, {"eta0", 1.0}}}}) {
    const auto planned = plan(one.algorithm, at, one.parameters);
    REQUIRE_MESSAGE(planned, one.algorithm);
    const auto& numbers = (*planned)->schedule;
    const double T = numbers.at("T"), beta0 = numbers.at("beta0");
    const Sums sums =
        std::string(one.algorithm) == "multi-pass-dp-sgd"
            ? multi_pass_sums(T, numbers.at("eta1"), 300 * 1e-5)
            : single_pass_sums(
                  T, numbers.at("eta"), to_text(one.parameters.at("lambda")) == "constant");
    const auto trace =
        ask("ma2022-corollary-1-trace", at, planned->get(), one.algorithm, one.parameters, 4);
    const auto determinant =
        ask("ma2022-corollary-1", at, planned->get(), one.algorithm, one.parameters, 4);
    REQUIRE(trace);
    REQUIRE(determinant);
    const double distance = sums.shrinkage * 16 / (2 * T), gradient = sums.steps / (2 * T);
    CHECK(near(trace->value, distance + beta0 / 8 + gradient, 1e-11));
    // Without a spectrum the log-determinant is that of tr/d in every direction.
    CHECK(near(
        determinant->value,
        distance +
            sums.shrinkage * beta0 / (2 * T) * 20 * std::log(1 + T / sums.shrinkage * 0.25 / 20) +
            gradient,
        1e-11));
    CHECK(determinant->value < trace->value);
  }
  const auto other = plan("pnsgd", at);
  REQUIRE(other);
  CHECK_FALSE(ask("ma2022-corollary-1-trace", at, other->get(), "pnsgd", {}, 4));
  CHECK_FALSE(ask("ma2022-corollary-1-trace", at, nullptr, "", {}, 4));
}

// The iterates of the multi pass are all released: the mean of their training risks is the mean
// over trajectories, and the average's training risk is no larger.
TEST_CASE("Corollary 1: the multi pass's average has no more training risk, on average over runs") {
  const Problem on = problem(40, 5, std::make_shared<Logistic>());
  for (const double eta0 : {0.3, 3.0}) {
    const Parameters parameters{{"calibration", "theorem"}, {"eta0", eta0}};
    const auto planned = plan("multi-pass-dp-sgd", on.facts, parameters);
    REQUIRE(planned);
    double risk = 0;
    for (int seed = 0; seed < 100; ++seed)
      risk += on.objective(run(**planned, on, std::to_string(seed)).w) / 100;
    std::vector<double> w(5, 0.0);
    const double at_origin = on.objective(w);
    const auto promise = ask(
        "ma2022-corollary-1-trace", on.facts, planned->get(), "multi-pass-dp-sgd", parameters, 0);
    REQUIRE(promise);
    CAPTURE(eta0);
    CHECK(risk - at_origin <= promise->value);
  }
}

TEST_CASE("Theorem 1 as printed says nothing of another lambda") {
  const Facts at = facts(300, 20, Logistic(), 4);
  const auto planned = plan("single-pass-dp-sgd", at);
  REQUIRE(planned);
  CHECK(ask("ma2022-theorem-1-printed",
            at,
            planned->get(),
            "single-pass-dp-sgd",
            {{"lambda", "1/t"}},
            4));
  CHECK_FALSE(ask("ma2022-theorem-1-printed",
                  at,
                  planned->get(),
                  "single-pass-dp-sgd",
                  {{"lambda", "constant"}},
                  4));
}

}  // namespace dpsco::testing
