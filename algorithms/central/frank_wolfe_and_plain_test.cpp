#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/central/testing_problems.hpp"

namespace dpsco {

using namespace testing;

namespace {

/// A fixed scale, so that tests need no accountant.
struct GivenScale final : Calibrator {
  explicit GivenScale(double given) : scale(given) {}
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& /*ledger_at*/,
                                 const Target& /*target*/) const override {
    return scale;
  }
  double scale;
};

Outcome<std::shared_ptr<const Plan>> plan_at(double scale,
                                             const char* name,
                                             const Facts& facts,
                                             const Parameters& parameters = {}) {
  Catalog catalog;
  add_algorithms(catalog);
  const GivenScale calibrator(scale);
  return catalog.algorithms.make(name, parameters)->plan(facts, {{}, &calibrator});
}

std::vector<double> gradient_of(const Problem& on, const std::vector<double>& w) {
  std::vector<double> sum(w.size(), 0.0);
  const auto& x = std::get<DenseMatrix>(on.data.x);
  for (Index i = 0; i < x.n; ++i)
    add(on.loss->slope(dot(x.row(i), w), on.data.y[std::size_t(i)]) / double(x.n), x.row(i), sum);
  return sum;
}

}  // namespace

TEST_CASE("dp-frank-wolfe: the noise of the plain loop, and an iterate in the l1 ball") {
  const Problem on = problem(50, 4, std::make_shared<Logistic>());
  const auto planned = plan_at(3, "dp-frank-wolfe", on.facts, {{"ball", 2.0}, {"steps", 9.0}});
  REQUIRE(planned);
  const auto& event = (*planned)->ledger.events.at(0);
  CHECK(event.count == 9);
  // 4 L_1 C/(n s) with L_1 = 1, C = 2: s = 8/(50 epsilon).
  CHECK(std::get<Pure>(event.mechanism).epsilon == doctest::Approx(1.0 / 3));
  const double s = 8.0 / 50 * 3;
  CHECK((*planned)->schedule.at("scale") == doctest::Approx(s));
  Stream noise = Streams(42, "shared", "cell").open(Purpose::noise);
  std::vector<double> w(4, 0.0);
  for (int t = 1; t <= 9; ++t) {
    const auto gradient = gradient_of(on, w);
    std::vector<double> scores;
    for (int corner = 0; corner < 8; ++corner) {
      const double u = noise.uniform() - 0.5;
      const double z = (u < 0 ? 1 : -1) * std::log(1 - 2 * std::abs(u));
      scores.push_back((corner % 2 == 0 ? 2 : -2) * gradient[std::size_t(corner / 2)] + s * z);
    }
    const auto best = std::min_element(scores.begin(), scores.end()) - scores.begin();
    for (double& v : w) v *= 1 - 2.0 / (t + 2);
    w[std::size_t(best / 2)] += 2.0 / (t + 2) * (best % 2 == 0 ? 2 : -2);
  }
  const auto got = run(**planned, on).w;
  check_close(got, w, 1e-9);
  double size = 0;
  for (const double v : got) size += std::abs(v);
  CHECK(size <= 2 + 1e-12);
  const Problem sparse = problem(50, 4, std::make_shared<Logistic>(), true);
  check_close(run(**planned, sparse).w, got, 1e-9);
}

// Two corners (d = 1), scores a and -a plus Laplace noise: on data without gradients each corner is
// chosen with probability 1/2; with a gap of 2 C |g| = k s it is 1 - (1 + k/2) e^-k/2.
TEST_CASE("dp-frank-wolfe: the choice between corners has the law of noisy min") {
  Problem on = problem(1, 1, std::make_shared<Logistic>());
  std::get<DenseMatrix>(on.data.x).values[0] = 1;
  on.data.y[0] = 1;  // gradient -1/2 at 0, so +C has the lower score, by C
  const auto planned = plan_at(0.25, "dp-frank-wolfe", on.facts, {{"ball", 1.0}, {"steps", 1.0}});
  REQUIRE(planned);  // s = 4 * 1 * 1/1 * 0.25 = 1
  const double expected = 1 - (1 + 0.5) * std::exp(-1.0) / 2;
  const int runs = 4000;
  int up = 0;
  for (int k = 0; k < runs; ++k)
    up += run(**planned, on, "cell " + std::to_string(k)).w[0] > 0 ? 1 : 0;
  CHECK(std::abs(up - runs * expected) < 5 * std::sqrt(runs * expected * (1 - expected)));
}

TEST_CASE("dp-frank-wolfe: a ball outside the gradient bound's is refused with what would do") {
  const auto refused = plan_at(1, "dp-frank-wolfe", facts(9, 2, Logistic(), 3), {{"ball", 4.0}});
  REQUIRE_FALSE(refused);
  CHECK(refused.skip().reason.find("ball <= 3") != std::string::npos);
}

TEST_CASE("gd: its step and its bound, sparse rows as dense ones") {
  const Problem on = problem(40, 3, std::make_shared<Logistic>());
  const auto planned = plan_at(1, "gd", on.facts, {{"steps", 6.0}});
  REQUIRE(planned);
  std::vector<double> w(3, 0.0);
  for (int t = 0; t < 6; ++t) add(-4, DenseRow{gradient_of(on, w)}, w);  // L = 1/4
  check_close(run(**planned, on).w, w, 1e-12);
  const Problem sparse = problem(40, 3, std::make_shared<Logistic>(), true);
  check_close(run(**planned, sparse).w, w, 1e-12);
}

TEST_CASE("sgd-averaging: each average is that of the plain loop's iterates") {
  const Problem on = problem(30, 4, std::make_shared<Logistic>()),
                sparse = problem(30, 4, std::make_shared<Logistic>(), true);
  Stream sampling = Streams(42, "shared", "cell").open(Purpose::sampling);
  std::vector<std::vector<double>> iterates{std::vector<double>(4, 0.0)};
  int t = 0;
  for (const Index i : sampling.permutation(30)) {
    std::vector<double> w = iterates.back();
    const auto row = std::get<DenseMatrix>(on.data.x).row(i);
    const double slope = on.loss->slope(dot(row, w), on.data.y[std::size_t(i)]);
    add(-slope * 10 / std::sqrt(double(++t)), row, w);
    const double size = norm(w);
    if (size > 10)
      for (double& v : w) v *= 10 / size;
    iterates.push_back(w);
  }
  std::vector<double> suffix(4, 0.0), polynomial(4, 0.0);
  for (std::size_t k = 15; k < 30; ++k) add(1.0 / 15, DenseRow{iterates[k]}, suffix);
  // k = 1: w_t has weight 2 t/(n (n + 1)).
  for (std::size_t k = 0; k < 30; ++k)
    add(2.0 * double(k + 1) / (30 * 31), DenseRow{iterates[k]}, polynomial);
  const auto of = [&](const char* averaging, const Problem& data) {
    return run(**plan_at(1,
                         "sgd-averaging",
                         on.facts,
                         {{"averaging", std::string(averaging)}, {"power", 1.0}}),
               data)
        .w;
  };
  for (const Problem* data : {&on, &sparse}) {
    check_close(of("suffix", *data), suffix, 1e-9);
    check_close(of("polynomial", *data), polynomial, 1e-9);
    check_close(of("last", *data), iterates.back(), 1e-9);
  }
  CHECK_FALSE(plan_at(1, "sgd-averaging", on.facts, {{"step", std::string("strongly-convex")}}));
}

}  // namespace dpsco
