#include "algorithms/central/phased_sgd.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/central/averaged_pass.hpp"
#include "algorithms/testing/by_definition.hpp"
#include "framework/testing/near.hpp"

namespace dpsco::testing {

namespace {

const IterationArrays& arrays_of(const Plan& plan) {
  return std::get<IterationArrays>(
      std::get<NoisyIteration>(plan.ledger.events.at(0).mechanism).schedule);
}

/// The phases one by one, every vector updated in full.
std::vector<double> plain_loop(const Plan& plan, const Problem& on, double radius) {
  const auto d = std::size_t(on.data.dimension());
  const Streams drawn = streams();
  const auto order = drawn.open(Purpose::sampling).permutation(on.data.size());
  Stream noise = drawn.open(Purpose::noise);
  std::vector<double> w(d, 0.0), z(d);
  std::size_t next = 0;
  double eta = plan.schedule.at("eta_1");
  for (std::size_t i = 0; i < arrays_of(plan).sigma.size(); ++i) {
    const Index n_i = on.data.size() >> (i + 1);
    std::vector<double> mean(d, 0.0);
    for (Index k = 0; k < n_i; ++k) {
      std::vector<double> g(d, 0.0);
      add_gradient(on, order[next++], w, 1, g);
      for (std::size_t j = 0; j < d; ++j) {
        mean[j] += w[j] / double(n_i);
        w[j] -= eta * (g[j] + on.facts.regularisation * w[j]);
      }
      plain_projection(w, radius);
    }
    noise.normals(z);
    for (std::size_t j = 0; j < d; ++j) w[j] = mean[j] + arrays_of(plan).sigma[i] * z[j];
    plain_projection(w, radius);
    eta /= 4;
  }
  return w;
}

}  // namespace

TEST_CASE("phased SGD: the ledger lists shifts 2 G eta_i and noise of 1/mu times that") {
  for (const Index n : {2, 3, 100, 2047, 2048}) {
    const auto planned = plan("phased-sgd", facts(n, 30, Logistic()));
    REQUIRE(planned);
    const IterationArrays& arrays = arrays_of(**planned);
    CHECK(double(arrays.sigma.size()) == std::floor(std::log2(double(n))));
    for (std::size_t i = 0; i < arrays.sigma.size(); ++i) {
      CHECK(near(arrays.sensitivity[i],
                 2 * (*planned)->schedule.at("eta_1") / std::pow(4.0, double(i)),
                 1e-12));
      CHECK(near(arrays.sigma[i], arrays.sensitivity[i] / gdp_mu(1, 1e-5), 1e-9));
      CHECK(arrays.contraction[i] == 1);
    }
  }
  CHECK_FALSE(plan("phased-sgd", facts(1, 1, Logistic())));
  CHECK_FALSE(plan("phased-sgd", facts(100, 3, Squared()), {{"projection", "none"}}));
}

TEST_CASE("phased SGD: the theory step minimises the bound, and falls with d; fixed does not") {
  const double mu = gdp_mu(1, 1e-5);
  const auto bound = [&](double eta, double n, double d) {
    double sum = 0, step = eta / 4, before = 0;
    for (auto left = std::int64_t(n) / 2; left >= 1; left /= 2) {
      const auto n_i = double(left);
      sum += before == 0 ? 100 / (2 * step * n_i) : d * before * before / (2 * step * n_i);
      sum += step / 2;
      before = 2 * step / mu;
      step /= 4;
    }
    return sum + before * std::sqrt(d);
  };
  double last = 1e300;
  for (const Index d : {10, 300, 10000}) {
    const auto planned = plan("phased-sgd", facts(20000, d, Logistic()));
    const double eta = 4 * (*planned)->schedule.at("eta_1");
    CHECK(bound(eta, 20000, double(d)) < bound(eta * 1.01, 20000, double(d)));
    CHECK(bound(eta, 20000, double(d)) < bound(eta / 1.01, 20000, double(d)));
    CHECK(eta < last);
    last = eta;
    const auto fixed = plan("phased-sgd", facts(20000, d, Logistic()), {{"step", "fixed"}});
    CHECK(near((*fixed)->schedule.at("eta_1"), 10 / std::sqrt(20000.0), 1e-14));
  }
}

TEST_CASE("phased SGD: the lazily scaled loop is the plain loop, projected and not") {
  for (const auto& loss : plain_and_ridge())
    for (const char* projection : {"ball", "none"})
      for (const char* step : {"theory", "fixed"}) {
        Problem on = problem(200, 7, loss), sparse = problem(200, 7, loss, true);
        on.facts.bounds.radius = sparse.facts.bounds.radius = 0.5;  // so that it binds
        const auto planned = plan(
            "phased-sgd", on.facts, {{"projection", projection}, {"step", step}, {"eta0", 5.0}});
        REQUIRE(planned);
        const double radius = std::string(projection) == "ball" ? 0.5 : 0;
        CHECK(close(run(**planned, on).w, plain_loop(**planned, on, radius), 1e-10));
        CHECK(close(run(**planned, sparse).w, run(**planned, on).w, 1e-10));
      }
}

TEST_CASE("averaged iterate: long shrinkage loses no digits") {
  std::vector<double> w(3, 1.0), sum(3, 0.0), mean(3);
  AveragedIterate iterate(3);
  iterate.begin(w);
  const std::vector<double> x{0.5, 0, -0.25};
  for (int t = 0; t < 2000; ++t) {
    const double margin = iterate.margin(DenseRow{x});
    double plain = 0;
    for (std::size_t j = 0; j < 3; ++j) plain += x[j] * w[j];
    REQUIRE(std::abs(margin - plain) < 1e-10);
    iterate.accumulate();
    iterate.step(0.7, std::cos(t), DenseRow{x}, margin, 0.3125);
    iterate.project(0.4);
    double size = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      sum[j] += w[j];
      w[j] = 0.7 * w[j] + std::cos(t) * x[j];
      size += w[j] * w[j];
    }
    if (std::sqrt(size) > 0.4)
      for (double& v : w) v *= 0.4 / std::sqrt(size);
  }
  iterate.mean(1, mean);
  CHECK(close(mean, sum, 1e-9));
}

// On blank data every phase's mean is its start, so the output is the sum of the phases' noise.
TEST_CASE("phased SGD: the noise that the ledger lists is in the output") {
  const Problem blank = blank_problem(40, 50);
  const auto planned = plan("phased-sgd", blank.facts, {{"projection", "none"}});
  REQUIRE(planned);
  double variance = 0;
  for (const double s : arrays_of(**planned).sigma) variance += s * s;
  CHECK(near(output_variance(**planned, blank), variance, variance_tolerance(50)));
}

}  // namespace dpsco::testing
