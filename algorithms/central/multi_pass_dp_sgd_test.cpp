#include "algorithms/central/multi_pass_dp_sgd.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/testing/by_definition.hpp"
#include "framework/testing/near.hpp"

namespace dpsco::testing {

namespace {

const Target generous{.epsilon = 4, .delta = 1e-5};

/// Algorithm 1 in the paper's letters, with eq. (3) corrected to eta_{t-1}.
std::vector<double> plain_loop(const Plan& plan, const Problem& on, bool average) {
  const double beta0 = plan.schedule.at("beta0"), kappa = plan.schedule.at("kappa");
  const double T = plan.schedule.at("T");
  const auto n = double(on.data.size());
  const auto d = std::size_t(on.data.dimension());
  const auto eta = [&](double t) {
    return kappa * std::sqrt(beta0 / (8 * t * std::log(2.5 * t * t / (n * 1e-5))));
  };
  const Streams drawn = streams();
  Stream noise = drawn.open(Purpose::noise), choice = drawn.open(Purpose::sampling);
  std::vector<double> w(d), z(d);
  drawn.open(Purpose::init).normals(w);
  for (double& v : w) v *= std::sqrt(beta0);
  std::vector<double> mean = w;
  for (std::int64_t u = 2; u <= std::int64_t(T); ++u) {
    const auto t = double(u);
    const double shrinkage = 1 - eta(t) / eta(t - 1);  // lambda_t eta_t
    const auto i = Index(choice.below(std::uint64_t(n)));
    std::vector<double> g(d, 0.0);
    add_gradient(on, i, w, 1, g);
    noise.normals(z);
    for (std::size_t j = 0; j < d; ++j) {
      g[j] += on.facts.regularisation * w[j];
      w[j] = (1 - shrinkage) * (w[j] - eta(t - 1) * g[j]) +
             std::sqrt(shrinkage * (2 - shrinkage) * beta0) * z[j];
      mean[j] += w[j];
    }
  }
  for (double& v : mean) v /= T;
  return average ? mean : w;
}

}  // namespace

TEST_CASE("multi pass: Theorem 2's claim at e is the target") {
  for (const double epsilon : {1e-3, 0.1, 1.0, 8.0, 100.0})
    for (const double delta : {1e-10, 1e-5, 0.1}) {
      const double e = theorem_2_parameter(epsilon, delta);
      CHECK(near(3 * e * std::sqrt(std::log(2 / delta)) + 3 * e * e, epsilon, 1e-14));
    }
  // n = 100, delta = 1e-5: 3 e sqrt(ln(2/delta)) + 3 e^2 is 3.614 at e = n^(-1/4).
  CHECK(near(theorem_2_parameter(3.614, 1e-5), std::pow(100, -0.25), 2e-4));
}

TEST_CASE("multi pass: the plan is Theorem 2's, and its ledger does not depend on eta0") {
  const Facts at = facts(500, 3, Logistic());
  std::string ledger;
  for (const double eta0 : {0.5, 2.0}) {
    const auto planned = plan("multi-pass-dp-sgd",
                              at,
                              {{"eta0", eta0}, {"calibration", "theorem"}, {"alpha", 1.5}},
                              generous);
    REQUIRE(planned);
    const auto& numbers = (*planned)->schedule;
    const double e = theorem_2_parameter(4, 1e-5);
    CHECK(numbers.at("T") == std::floor(std::pow(500, 1.5) * e * e));
    CHECK(near(numbers.at("beta0"), eta0 * eta0 * 500 / numbers.at("T"), 1e-14));
    CHECK(near(
        numbers.at("eta1"), std::sqrt(numbers.at("beta0") / (8 * std::log(2.5 / 5e-3))), 1e-14));
    const auto& steps = std::get<Heterogeneous>((*planned)->ledger.events.at(0).mechanism);
    CHECK(double(steps.noise_multiplier.size()) == numbers.at("T") - 1);
    // A step of 2 G eta_t in noise of variance (1 - (eta_t/eta_{t-1})^2) beta0 has
    // Delta_t^2 = 4 G^2/((eta_t^-2 - eta_{t-1}^-2) beta0) = 1/(2 (t L_t - (t-1) L_{t-1})) with
    // L_t = ln(2.5 t^2/(n delta)), and Delta = 2 / noise multiplier.
    const auto tL = [](double t) { return t * std::log(2.5 * t * t / 5e-3); };
    CHECK(near(std::pow(2 / steps.noise_multiplier.at(3), 2), 0.5 / (tL(5) - tL(4)), 1e-12));
    if (!ledger.empty()) CHECK(to_json((*planned)->ledger) == ledger);
    ledger = to_json((*planned)->ledger);
  }
}

TEST_CASE("multi pass: the fast loop is the plain loop, average and last, with the same noise") {
  for (const auto& loss : plain_and_ridge()) {
    const Problem on = problem(60, 7, loss);
    for (const char* iterate : {"average", "last"}) {
      const auto planned =
          plan("multi-pass-dp-sgd", on.facts, {{"iterate", iterate}, {"eta0", 1.0}}, generous);
      REQUIRE(planned);
      const Plan& own = **planned;
      CHECK(own.schedule.at("T") > 100);
      CHECK(own.schedule.at("kappa") > 1);
      const bool average = std::string(iterate) == "average";
      CHECK(close(run(own, on).w, plain_loop(own, on, average), 1e-10));
      const Problem sparse = problem(60, 7, loss, true);
      CHECK(close(run(own, sparse).w, run(own, on).w, 1e-11));
    }
  }
}

// Every update leaves N(0, beta0 I) as it is: c^2 beta0 + (1 - c^2) beta0 = beta0.
TEST_CASE("multi pass: the noise that the ledger lists is in the output") {
  const Problem blank = blank_problem(40, 50);
  const auto planned =
      plan("multi-pass-dp-sgd", blank.facts, {{"iterate", "last"}, {"eta0", 1.0}}, generous);
  REQUIRE(planned);
  CHECK(near(
      output_variance(**planned, blank), (*planned)->schedule.at("beta0"), variance_tolerance(50)));
}

TEST_CASE("multi pass: refuses what Theorem 2 does not cover and says what would do") {
  const auto reason = [](const Facts& at, const Parameters& parameters, Target target) {
    const auto planned = plan("multi-pass-dp-sgd", at, parameters, target);
    REQUIRE_FALSE(planned);
    return planned.skip().reason;
  };
  const Logistic loss;
  CHECK(reason(facts(1000000, 3, loss), {}, {.epsilon = 1, .delta = 1e-5})
            .find("the largest delta is 2.5e-06") != std::string::npos);
  CHECK(reason(facts(5, 3, loss), {}, {.epsilon = 1, .delta = 1e-5}).find("the smallest n") !=
        std::string::npos);
  CHECK(reason(facts(500, 3, loss), {{"eta0", 1e6}}, generous).find("the largest eta0 is") !=
        std::string::npos);
  CHECK(reason(facts(2000000, 3, loss), {}, {.epsilon = 8, .delta = 1e-8})
            .find("the largest alpha is") != std::string::npos);
}

}  // namespace dpsco::testing
