#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/central/testing_problems.hpp"

namespace dpsco {

using namespace testing;

namespace {

/// Any single-event ledger of Gaussian inner: a fixed scale, so that tests need no accountant.
struct FixedScale final : Calibrator {
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& /*ledger_at*/,
                                 const Target& /*target*/) const override {
    return 1.5;
  }
};
const FixedScale fixed_scale;

Outcome<std::shared_ptr<const Plan>> plan_of(const char* name,
                                             const Facts& facts,
                                             const Parameters& parameters,
                                             Adjacency adjacency = Adjacency::replace_one) {
  Catalog catalog;
  add_algorithms(catalog);
  const Target target{.epsilon = 1, .delta = 1e-5, .adjacency = adjacency};
  return catalog.algorithms.make(name, parameters)->plan(facts, {target, &fixed_scale});
}

}  // namespace

TEST_CASE("dp-sgd: a plain loop over full batches gives the same iterate") {
  const Problem on = problem(30, 5, std::make_shared<Logistic>());
  const auto planned =
      plan_of("dp-sgd",
              on.facts,
              {{"batch", 30.0}, {"epochs", 7.0}, {"clip", 0.2}, {"iterate", std::string("last")}});
  REQUIRE(planned);
  const double eta = 10 / (2 * 0.2 * std::sqrt(7.0)), sigma = 1.5 * 0.2 / 30;
  Stream noise = Streams(42, "shared", "cell").open(Purpose::noise);
  std::vector<double> w(5, 0.0), z(5);
  for (int t = 0; t < 7; ++t) {
    std::vector<double> sum(5, 0.0);
    for (Index i = 0; i < 30; ++i) {
      const auto row = std::get<DenseMatrix>(on.data.x).row(i);
      const double slope = on.loss->slope(dot(row, w), on.data.y[std::size_t(i)]);
      double size = 0;
      for (const double x : row.values) size += slope * x * slope * x;
      for (std::size_t j = 0; j < 5; ++j)
        sum[j] += slope * row.values[j] * std::min(1.0, 0.2 / std::sqrt(std::max(size, 1e-300)));
    }
    noise.normals(z);
    for (std::size_t j = 0; j < 5; ++j) w[j] -= eta * (sum[j] / 30 - sigma * z[j]);
  }
  check_close(run(**planned, on).w, w, 1e-9);
}

TEST_CASE("dp-sgd: sparse rows give the dense rows' iterate, however batches are drawn") {
  for (const char* batches : {"poisson", "fixed", "shuffled"}) {
    CAPTURE(batches);
    const Problem dense = problem(70, 6, std::make_shared<Logistic>()),
                  sparse = problem(70, 6, std::make_shared<Logistic>(), true);
    const auto planned =
        plan_of("dp-sgd", dense.facts, {{"batch", 8.0}, {"batches", std::string(batches)}});
    REQUIRE(planned);
    check_close(run(**planned, sparse).w, run(**planned, dense).w, 1e-9);
  }
}

TEST_CASE("dp-sgd: on data without gradients the last iterate has the noise that was planned") {
  Problem on = problem(64, 4000, std::make_shared<Logistic>());
  for (double& x : std::get<DenseMatrix>(on.data.x).values) x = 0;
  const auto planned = plan_of(
      "dp-sgd", on.facts, {{"batch", 16.0}, {"epochs", 5.0}, {"iterate", std::string("last")}});
  REQUIRE(planned);
  const auto& event = (*planned)->ledger.events.at(0);
  const auto& inner = std::get<PoissonSampled>(event.mechanism).inner.at(0);
  CHECK(std::get<PoissonSampled>(event.mechanism).sampling_rate == 0.25);
  CHECK(event.count == 20);
  const double step = (*planned)->schedule.at("eta") / 16;  // C = 1
  const double expected =
      step * step * 20 * std::pow(std::get<Gaussian>(inner.mechanism).noise_multiplier, 2);
  double mean_square = 0;
  for (const double w : run(**planned, on).w) mean_square += w * w / 4000;
  CHECK(std::abs(mean_square / expected - 1) < 5 * std::sqrt(2.0 / 4000));
}

TEST_CASE("dp-sgd: the batches have the sizes and the events that the ledger says") {
  const Problem on = problem(100, 3, std::make_shared<Logistic>());
  const auto gradients = [&](const char* batches, double epochs) {
    const auto planned =
        plan_of("dp-sgd",
                on.facts,
                {{"batch", 30.0}, {"epochs", epochs}, {"batches", std::string(batches)}});
    REQUIRE(planned);
    return run(**planned, on).gradients;
  };
  CHECK(gradients("shuffled", 3) == 300);  // every record once an epoch
  CHECK(gradients("fixed", 3) == 300);     // ten batches of 30
  // 1000 batches of Binomial(100, .3) records.
  CHECK(std::abs(double(gradients("poisson", 300)) - 30000) < 5 * std::sqrt(21000.0));
  const auto shuffled =
      plan_of("dp-sgd", on.facts, {{"epochs", 3.0}, {"batches", std::string("shuffled")}});
  REQUIRE(shuffled);
  CHECK((*shuffled)->ledger.events.at(0).count == 3);
  CHECK(std::holds_alternative<Gaussian>((*shuffled)->ledger.events.at(0).mechanism));
}

TEST_CASE("dp-sgd: adding a record is covered for Poisson batches only") {
  const Facts on = facts(50, 2, Logistic());
  CHECK(plan_of("dp-sgd", on, {}, Adjacency::add_remove));
  CHECK_FALSE(plan_of("dp-sgd", on, {{"batches", std::string("fixed")}}, Adjacency::add_remove));
  CHECK_FALSE(plan_of("dp-sgd", on, {{"batches", std::string("shuffled")}}, Adjacency::add_remove));
}

TEST_CASE("clip-no-noise: a tiny clipping norm moves w by at most eta C a step, without noise") {
  const Problem on = problem(40, 4, std::make_shared<Logistic>());
  const auto planned =
      plan_of("clip-no-noise",
              on.facts,
              {{"clip", 1e-6}, {"eta0", 2e-6}, {"epochs", 4.0}, {"iterate", std::string("last")}});
  REQUIRE(planned);
  CHECK(std::holds_alternative<NonPrivate>((*planned)->ledger.events.at(0).mechanism));
  const auto w = run(**planned, on).w;
  CHECK(norm(w) > 0);
  CHECK(norm(w) <= 4 * (*planned)->schedule.at("eta") * 1e-6 * (1 + 1e-9));
  CHECK(run(**planned, on, "other cell").w == w);
}

}  // namespace dpsco
