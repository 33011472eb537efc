// The bounds on decentralised descent: closed forms, and never below what is measured.
#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/bounds/decentralised_terms.hpp"
#include "algorithms/decentralised/fixtures.hpp"
#include "framework/problem/optimum.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

using namespace decentralised_testing;  // NOLINT(google-build-using-namespace): this test's words

namespace {

constexpr const char* bounds[] = {"decentralised-gd", "decentralised-glm", "decentralised-l1"};

Outcome<Promise> promise(const char* bound, const Facts& facts, const Plan& plan, double norm) {
  Catalog catalog;
  add_decentralised(catalog);
  return catalog.bounds.make(bound)->value(
      {.facts = facts, .comparator_norm = norm, .plan = &plan});
}

}  // namespace

TEST_CASE("bounds on decentralised descent: never violated over 100 random problems") {
  Stream pick({77, 7});
  double closest = 0;
  int checked = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const auto n = Index(20 + pick.below(200)), d = Index(1 + pick.below(12));
    Problem on = problem(n, d, std::make_shared<Logistic>());
    on.facts.bounds.radius = 0.1 + 5 * pick.uniform();
    const bool random = pick.below(2) == 0;
    const char* graphs[] = {"random", "ring", "complete", "star", "grid"};
    const char* noises[] = {"gaussian", "laplace", "exponential"};
    Parameters how{{"agents", std::int64_t(1 + pick.below(12))},
                   {"graph", graphs[pick.below(5)]},
                   {"graph_seed", std::int64_t(trial)},
                   {"noise", noises[pick.below(3)]},
                   {"rounds", std::int64_t(1 + pick.below(60))},
                   {"release", "average"}};
    if (random) how["theta"] = 0.5 * pick.uniform();
    const double epsilon = std::exp(8 * pick.uniform() - 2);
    const auto made = plan(
        random ? "random-weight-gd" : "dp-dgd", on.facts, how, {.epsilon = epsilon, .delta = 1e-5});
    REQUIRE_MESSAGE(made, made.skip().reason);
    const auto optimum = find_optimum(on);
    REQUIRE(optimum);
    const double excess = on.objective(run(**made, on).w) - optimum->value;
    for (const char* bound : bounds) {
      const auto value = promise(bound, on.facts, **made, norm(optimum->w));
      if (!value) continue;
      CAPTURE(trial);
      CAPTURE(bound);
      CHECK(excess <= value->value);
      closest = std::max(closest, excess / value->value);
      ++checked;
    }
  }
  CHECK(checked > 150);
  CHECK(closest > 0.02);  // the comparison is not an empty one
}

TEST_CASE("bounds on decentralised descent: without noise and disagreement the textbook's value") {
  Facts on = facts(40, 3, Logistic());
  const auto made = plan(
      "dgd",
      on,
      {{"graph", "complete"}, {"rounds", std::int64_t{100}}, {"eta", 0.5}, {"release", "average"}});
  REQUIRE(made);
  // R = 10, eta = .5, K = 100, G = 1, q = 0, S = sqrt N eta G.
  const auto gd = promise(bounds[0], on, **made, 2), glm = promise(bounds[1], on, **made, 2),
             l1 = promise(bounds[2], on, **made, 2);
  REQUIRE(gd);
  REQUIRE(glm);
  REQUIRE(l1);
  CHECK(near(gd->value, 1 + 0.25 + 2 * 0.5, 1e-12));
  CHECK(near(glm->value, 1 + 0.25 + 3 * 0.5, 1e-12));
  CHECK(near(l1->value, glm->value, 1e-12));
  CHECK(near(promise(bounds[1], on, **made, 20)->value, 4 + 0.25 + 1.5, 1e-12));
}

TEST_CASE("the bound on generalised linear losses has no d, the general one has sqrt d") {
  double glm[2] = {}, gd[2] = {};
  for (int k = 0; k < 2; ++k) {
    const Facts on = facts(2000, k == 0 ? 10 : 1000, Logistic());
    const auto made = plan("dp-dgd", on, {{"eta", 0.1}, {"release", "average"}});
    REQUIRE(made);
    glm[k] = promise("decentralised-glm", on, **made, 10)->value;
    gd[k] = promise("decentralised-gd", on, **made, 10)->value;
  }
  CHECK(glm[0] == glm[1]);
  CHECK(gd[1] > 2 * gd[0]);
}

TEST_CASE("with a declared l1 norm, pure epsilon pays log d") {
  double value[2] = {};
  for (int k = 0; k < 2; ++k) {
    Facts on = facts(2000, k == 0 ? 10 : 1000, Logistic());
    on.bounds.row_norm_1 = 1.5;
    const auto made =
        plan("dp-dgd", on, {{"eta", 0.1}, {"release", "average"}, {"noise", "laplace"}});
    REQUIRE(made);
    const auto promised = promise("decentralised-l1", on, **made, 10);
    REQUIRE(promised);
    for (const auto& [name, term] : promised->terms)
      if (name == "noise") value[k] = term;
  }
  CHECK(near(value[1] / value[0], std::sqrt(std::log(2000.0) / std::log(20.0)), 1e-9));
}

// What the noise terms rest on: Var <z, S_i> <= sigma^2 (K/N + 1/(1 - q^2)) and E ||S||_inf.
TEST_CASE("noise that has mixed: its variance and largest entry are within the bounds' terms") {
  for (const char* noise : {"gaussian", "laplace"}) {
    const Problem on = without_features(40, 64);
    const auto made =
        plan("dp-dgd", on.facts, {{"noise", noise}, {"rounds", std::int64_t{60}}, {"eta", 1.0}});
    const auto average = plan(
        "dp-dgd",
        on.facts,
        {{"noise", noise}, {"rounds", std::int64_t{60}}, {"eta", 1.0}, {"release", "average"}});
    REQUIRE(average);
    const auto terms = descent_terms({.facts = on.facts, .plan = average->get()});
    REQUIRE(terms);
    const double variance = terms->noise_variance * mixing_squares(*terms);
    double squares = 0, largest = 0;
    constexpr int seeds = 60;
    for (int seed = 0; seed < seeds; ++seed) {
      const auto x = run(**made, on, 1, Streams(std::uint64_t(seed), "shared", "cell")).agents;
      double top = 0;
      for (const double v : x) squares += v * v / (seeds * 640.0);
      for (std::size_t l = 0; l < 64; ++l) top = std::max(top, std::abs(x[l]));  // agent 0
      largest += top / seeds;
    }
    CHECK(squares <= variance);
    CHECK(squares >= 0.6 * variance);
    const double factor = std::string(noise) == "gaussian" ? 2 : 4;
    CHECK(largest <= std::sqrt(factor * std::log(128.0) * variance));
    CHECK(largest >= 0.5 * std::sqrt(2 * std::log(128.0) * variance));
  }
}

TEST_CASE("bounds on decentralised descent refuse what they do not cover, with a reason") {
  Facts on = facts(200, 3, Logistic());
  const auto reason = [&](const char* bound, const char* name, const Parameters& how) {
    const auto made = plan(name, on, how);
    REQUIRE(made);
    const auto value = promise(bound, on, **made, 10);
    return value ? std::string() : value.skip().reason;
  };
  const Parameters average{{"release", "average"}}, last{};
  CHECK(reason(bounds[0], "dp-dgd", last).find("average") != std::string::npos);
  CHECK(reason(bounds[0], "dp-extra", average).find("covers dgd") != std::string::npos);
  CHECK(reason(bounds[0], "random-weight-gd", {{"release", "average"}, {"family", "wide"}})
            .find("lazy") != std::string::npos);
  CHECK(reason(bounds[1], "random-weight-gd", average).find("fixed weights") != std::string::npos);
  CHECK(reason(bounds[2], "dp-dgd", {{"release", "average"}, {"noise", "exponential"}})
            .find("independent") != std::string::npos);
  on.regularisation = 0.1;
  CHECK(reason(bounds[0], "dp-dgd", average).find("unregularised") != std::string::npos);
}

}  // namespace dpsco
