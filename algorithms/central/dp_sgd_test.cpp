// DP-SGD with clipping, its samplers and its twin without noise.
#include "algorithms/central/dp_sgd.hpp"

#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/central/batch_sampler.hpp"
#include "algorithms/central/clip_no_noise.hpp"
#include "algorithms/central/clipping.hpp"
#include "algorithms/testing/cases.hpp"
#include "framework/problem/losses/losses.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

using testing::distance;
using testing::facts;
using testing::mean_square;
using testing::plan;
using testing::problem;
using testing::run;
using testing::silent;
using testing::sparse;
using testing::streams;

/// One line a step, from the same streams.
std::vector<double> plain_loop(
    const Plan& plan, const Problem& on, Batches batches, double z, bool average) {
  const auto m = Index(plan.schedule.at("batch")), T = Index(plan.schedule.at("T"));
  const double eta = plan.schedule.at("eta"), C = plan.schedule.at("clip");
  const Streams own = streams();
  BatchSampler sampler(batches, on.data.size(), on.facts.n, m, own.open(Purpose::sampling));
  Stream noise = own.open(Purpose::noise);
  const auto& x = std::get<DenseMatrix>(on.data.x);
  const auto d = std::size_t(x.d);
  std::vector<double> w(d, 0.0), g(d), total(d, 0.0);
  for (Index t = 0; t < T; ++t) {
    std::fill(g.begin(), g.end(), 0.0);
    if (z > 0) noise.normals(g);
    for (double& v : g) v *= -z * C;  // the loop adds its noise to w, so it takes -g
    for (const Index i : sampler.next()) {
      double a = 0, size = 0;
      for (std::size_t j = 0; j < d; ++j) a += x.row(i).values[j] * w[j];
      const double slope = on.loss->slope(a, on.data.y[std::size_t(i)]);
      for (std::size_t j = 0; j < d; ++j) size += std::pow(slope * x.row(i).values[j], 2);
      const double factor = std::min(1.0, C / std::sqrt(size));
      for (std::size_t j = 0; j < d; ++j) g[j] += factor * slope * x.row(i).values[j];
    }
    for (std::size_t j = 0; j < d; ++j) {
      w[j] -= eta * (g[j] / double(m) + on.facts.regularisation * w[j]);
      total[j] += w[j] / double(T);
    }
  }
  return average ? total : w;
}

}  // namespace

TEST_CASE("clipping keeps short gradients and cuts long ones to norm C") {
  const std::vector<double> x{3, 4};
  CHECK(clipped_slope(0.1, DenseRow{x}, 1.0) == 0.1);
  CHECK(near(clipped_slope(-2, DenseRow{x}, 1.0), -0.2, 1e-15));
  const std::vector<double> zero{0, 0};
  CHECK(clipped_slope(-2, DenseRow{zero}, 1.0) == -2);
}

TEST_CASE("batches: Poisson members are independent coins, in order and without repetition") {
  BatchSampler sampler(Batches::poisson, 50, 50, 10, streams().open(Purpose::sampling));
  const int steps = 20000;
  std::vector<int> hits(50, 0);
  int both = 0;
  double sizes = 0, squares = 0;
  for (int t = 0; t < steps; ++t) {
    const auto members = sampler.next();
    CHECK(std::is_sorted(members.begin(), members.end(), std::less_equal<>()));
    for (const Index i : members) ++hits[std::size_t(i)];
    const std::set<Index> in(members.begin(), members.end());
    both += int(in.contains(7) && in.contains(8));
    sizes += double(members.size()) / steps;
    squares += double(members.size() * members.size()) / steps;
  }
  for (const int hit : hits) CHECK(std::abs(hit - 0.2 * steps) < 5 * std::sqrt(0.16 * steps));
  CHECK(std::abs(both - 0.04 * steps) < 5 * std::sqrt(0.0384 * steps));
  CHECK(near(sizes, 10, 0.02));
  CHECK(near(squares - sizes * sizes, 8, 0.06));  // 50 * .2 * .8
}

TEST_CASE("batches: a fixed batch is a uniform subset, a shuffled epoch is every record once") {
  BatchSampler fixed(Batches::fixed, 5, 5, 2, streams().open(Purpose::sampling));
  std::map<std::pair<Index, Index>, int> pairs;
  for (int t = 0; t < 10000; ++t) {
    const auto members = fixed.next();
    REQUIRE(members.size() == 2);
    ++pairs[std::minmax(members[0], members[1])];
  }
  CHECK(pairs.size() == 10);
  for (const auto& [pair, count] : pairs) CHECK(std::abs(count - 1000) < 150);

  BatchSampler shuffled(Batches::shuffled, 7, 7, 3, streams().open(Purpose::sampling));
  for (int epoch = 0; epoch < 20; ++epoch) {
    std::set<Index> seen;
    for (int block = 0; block < 2; ++block)
      for (const Index i : shuffled.next()) CHECK(seen.insert(i).second);
    CHECK(seen.size() == 6);
  }
}

TEST_CASE("dp-sgd: the loop is the plain loop, sparse is dense, for every sampler") {
  auto ridge = std::make_shared<Logistic>();
  ridge->l2 = 0.3;
  const Problem on = problem(40, 6, ridge);
  for (const char* word : {"poisson", "fixed", "shuffled"})
    for (const char* average : {"last", "mean"}) {
      CAPTURE(word);
      DpSgd method;
      method.batches = word;
      method.average = average;
      method.batch = 7;
      method.epochs = 3;
      method.clip = 0.2;  // binds
      const auto planned = plan(method, on.facts, 1.3);
      REQUIRE(planned);
      const bool mean = std::string(average) == "mean";
      CHECK(distance(run(**planned, on).w,
                     plain_loop(**planned, on, batches_named(word), 1.3, mean)) < 1e-12);
      CHECK(distance(run(**planned, sparse(on)).w, run(**planned, on).w) < 1e-12);

      ClipNoNoise twin;
      twin.batches = word;
      twin.average = average;
      twin.batch = 7;
      twin.epochs = 3;
      twin.clip = 0.2;
      const auto quiet = plan(twin, on.facts);
      REQUIRE(quiet);
      CHECK(std::holds_alternative<NonPrivate>((*quiet)->ledger.events.at(0).mechanism));
      CHECK(distance(run(**quiet, on).w, plain_loop(**quiet, on, batches_named(word), 0, mean)) <
            1e-12);
    }
}

TEST_CASE("dp-sgd: each sampler has its own event, and refuses the adjacency it does not cover") {
  const Facts example = facts(100, 5, Logistic());
  DpSgd method;
  method.batch = 30;
  method.epochs = 2.5;
  const auto poisson = plan(method, example, 2, {.adjacency = Adjacency::add_remove});
  REQUIRE(poisson);
  const Event& event = (*poisson)->ledger.events.at(0);
  CHECK(event.count == 9);  // ceil(2.5 * 100 / 30)
  CHECK(std::get<PoissonSampled>(event.mechanism).sampling_rate == 0.3);
  const Event& inner = std::get<PoissonSampled>(event.mechanism).inner.at(0);
  CHECK(std::get<Gaussian>(inner.mechanism).noise_multiplier == 2);

  method.batches = "fixed";
  const auto fixed = plan(method, example, 2);
  REQUIRE(fixed);
  const auto& without =
      std::get<SampledWithoutReplacement>((*fixed)->ledger.events.at(0).mechanism);
  CHECK(without.batch == 30);
  CHECK(without.population == 100);
  CHECK_FALSE(plan(method, example, 2, {.adjacency = Adjacency::add_remove}));
  CHECK_FALSE(plan(method, example, 2, {.adjacency = Adjacency::zero_out}));

  method.batches = "shuffled";
  const auto shuffled = plan(method, example, 2);
  REQUIRE(shuffled);
  CHECK((*shuffled)->schedule.at("T") == 9);  // 3 orders of 3 blocks
  CHECK((*shuffled)->ledger.events.at(0).count == 3);
  CHECK(std::holds_alternative<Gaussian>((*shuffled)->ledger.events.at(0).mechanism));
  CHECK_FALSE(plan(method, example, 2, {.adjacency = Adjacency::add_remove}));
}

TEST_CASE("dp-sgd: the noise that the ledger lists is in the output") {
  const Problem on = silent(40, 50, std::make_shared<Logistic>());
  for (const char* word : {"poisson", "fixed", "shuffled"}) {
    DpSgd method;
    method.batches = word;
    method.batch = 8;
    method.epochs = 2;
    method.clip = 0.5;
    const auto planned = plan(method, on.facts, 1.5);
    const double T = (*planned)->schedule.at("T"), eta = (*planned)->schedule.at("eta");
    CHECK(near(mean_square(**planned, on, 200),
               T * std::pow(eta * 1.5 * 0.5 / 8, 2),
               5 * std::sqrt(2.0 / (200 * 50))));
  }
}

TEST_CASE("dp-sgd: the theory's step, a batch beyond n, one record and none") {
  const Facts example = facts(100, 5, Logistic());
  DpSgd method;
  method.step = "theory";
  method.batch = 10;
  const auto planned = plan(method, example, 4);
  const double B = std::sqrt(1.1 + 5 * 0.16);
  CHECK(near((*planned)->schedule.at("eta"), 10 / (B * 10), 1e-12));  // T = 100
  method.batch = 101;
  CHECK_FALSE(plan(method, example));
  const Problem one = problem(1, 1, std::make_shared<Logistic>());
  CHECK(std::isfinite(run(**plan(DpSgd{}, one.facts), one).w.at(0)));
  CHECK(std::isfinite(run(**plan(ClipNoNoise{}, one.facts), one).w.at(0)));
  CHECK_FALSE(plan(DpSgd{}, facts(0, 1, Logistic())));
  CHECK_FALSE(plan(ClipNoNoise{}, facts(0, 1, Logistic())));
}

}  // namespace dpsco
