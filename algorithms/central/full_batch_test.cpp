// Noisy GD, full-batch Langevin, phased SGD and multi-pass DP-SGD: plans against closed forms, runs
// against a plain loop from the same streams.
#include <cmath>

#include "algorithms/central/multi_pass_dp_sgd.hpp"
#include "algorithms/testing/fixtures.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

/// Mean gradient of the rows, and lambda w, written out.
std::vector<double> gradient_of(const Problem& on, const std::vector<double>& w) {
  std::vector<double> g(w.size());
  for (std::size_t j = 0; j < w.size(); ++j) g[j] = on.facts.regularisation * w[j];
  const auto& x = std::get<DenseMatrix>(on.data.x);
  for (Index i = 0; i < x.n; ++i) {
    double margin = 0;
    for (std::size_t j = 0; j < w.size(); ++j) margin += x.row(i).values[j] * w[j];
    const double slope = on.loss->slope(margin, on.data.y[std::size_t(i)]);
    for (std::size_t j = 0; j < w.size(); ++j)
      g[j] += slope * x.row(i).values[j] / double(on.data.size());
  }
  return g;
}

double number(const Plan& plan, const char* name) {
  return plan.schedule.at(name);
}

/// Calibrates anything by the noise that makes it cost nothing: for plans whose noise is not
/// tested.
struct Unit final : Calibrator {
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& /*ledger_at*/,
                                 const Target& /*target*/) const override {
    return 0.5;
  }
};

Outcome<std::shared_ptr<const Plan>> multi_pass(const Facts& facts,
                                                const Parameters& parameters,
                                                Target target) {
  static const Unit unit;
  Catalog catalog;
  add_algorithms(catalog);
  return catalog.algorithms.make("multi-pass-dp-sgd", parameters)->plan(facts, {target, &unit});
}

}  // namespace

TEST_CASE("noisy GD: sigma is sqrt(T) 2 G/(n mu), the theory step minimises its bound") {
  const Facts here = facts(500, 40, Logistic());
  const double mu = gdp_mu(1, 1e-5), sigma = std::sqrt(100.0) * 2 / (500 * mu);
  for (const char* projection : {"ball", "none"}) {
    const auto planned = plan("noisy-gd", here, {{"step", "theory"}, {"projection", projection}});
    REQUIRE(planned);
    CHECK(near(number(**planned, "sigma"), sigma, 1e-12));
    CHECK(near(number(**planned, "eta"), 10 / std::sqrt(100 * (1 + 40 * sigma * sigma)), 1e-12));
  }
  Facts flat = here;
  flat.rank = 3;  // the unprojected step depends on the rank alone
  const auto planned = plan("noisy-gd", flat, {{"step", "theory"}, {"projection", "none"}});
  CHECK(near(number(**planned, "eta"), 10 / std::sqrt(100 * (1 + 3 * sigma * sigma)), 1e-12));
}

TEST_CASE("noisy GD and full-batch Langevin: the loop is the plain loop") {
  auto ridge = std::make_shared<Logistic>();
  ridge->l2 = 0.2;
  const Problem on = problem(50, 6, ridge);
  for (const char* name : {"noisy-gd", "full-batch-langevin"}) {
    for (const char* iterate : {"average", "last"}) {
      CAPTURE(std::string(name));
      const auto planned = plan(name, on.facts, {{"iterate", iterate}, {"steps", std::int64_t{9}}});
      REQUIRE(planned);
      const Streams streams(42, "shared", "cell");
      Stream noise = streams.open(Purpose::noise);
      const double eta = number(**planned, "eta"), sigma = number(**planned, "sigma");
      const bool langevin = std::string(name) == "full-batch-langevin";
      std::vector<double> w(6, 0.0), sum(6, 0.0), z(6);
      if (langevin) {
        streams.open(Purpose::init).normals(w);
        for (double& v : w) v *= std::sqrt(number(**planned, "beta0"));
      }
      for (int t = 0; t < 9; ++t) {
        for (std::size_t j = 0; j < 6; ++j) sum[j] += w[j] / 9;
        const auto g = gradient_of(on, w);
        noise.normals(z);
        double size = 0;
        for (std::size_t j = 0; j < 6; ++j) {
          w[j] = langevin ? (1 - 1.0 / 9) * (w[j] - eta * g[j]) + sigma * z[j]
                          : w[j] - eta * g[j] + eta * sigma * z[j];
          size += w[j] * w[j];
        }
        if (!langevin && size > 100)
          for (double& v : w) v *= 10 / std::sqrt(size);
      }
      check_close(run(**planned, on).w, std::string(iterate) == "average" ? sum : w, 1e-11);
    }
  }
}

TEST_CASE("phased SGD: the loop is the plain loop, phases are floor(n/2), floor(n/4), ..., 1") {
  const Problem on = problem(37, 5, std::make_shared<Logistic>());
  const auto planned = plan("phased-sgd", on.facts, {{"projection", "none"}});
  REQUIRE(planned);
  CHECK(number(**planned, "phases") == 5);
  const double eta = number(**planned, "eta"), z = number(**planned, "noise_multiplier");
  CHECK(near(z, 2 / gdp_mu(1, 1e-5), 1e-12));
  CHECK(near(eta, 10 * std::min(4 / std::sqrt(37.0), 1 / z / std::sqrt(5.0)), 1e-12));
  const Streams streams(42, "shared", "cell");
  const auto order = streams.open(Purpose::sampling).permutation(37);
  Stream noise = streams.open(Purpose::noise);
  const auto& x = std::get<DenseMatrix>(on.data.x);
  std::vector<double> w(5, 0.0), draw(5);
  std::size_t next = 0;
  double step = eta;
  for (const int size : {18, 9, 4, 2, 1}) {
    step /= 4;
    std::vector<double> mean(5, 0.0);
    for (int k = 0; k < size; ++k) {
      const Index i = order[next++];
      double margin = 0;
      for (std::size_t j = 0; j < 5; ++j) {
        mean[j] += w[j] / size;
        margin += x.row(i).values[j] * w[j];
      }
      const double slope = on.loss->slope(margin, on.data.y[std::size_t(i)]);
      for (std::size_t j = 0; j < 5; ++j) w[j] -= step * slope * x.row(i).values[j];
    }
    noise.normals(draw);
    for (std::size_t j = 0; j < 5; ++j) w[j] = mean[j] + z * step * draw[j];
  }
  check_close(run(**planned, on).w, w, 1e-11);
}

TEST_CASE("full-batch methods: the noise that the ledger lists is in the output") {
  Problem on = problem(40, 50, std::make_shared<Logistic>());
  for (double& v : std::get<DenseMatrix>(on.data.x).values) v = 0;
  const auto variance = [&](const Plan& plan) {
    double sum = 0;
    for (int seed = 0; seed < 200; ++seed)
      for (const double v : run(plan, on, std::to_string(seed)).w) sum += v * v;
    return sum / (200.0 * 50);
  };
  const double tolerance = 5 * std::sqrt(2.0 / (200 * 50));
  const auto gd =
      plan("noisy-gd", on.facts, {{"projection", "none"}, {"iterate", "last"}, {"eta0", 1.0}});
  CHECK(near(
      variance(**gd), 100 * std::pow(number(**gd, "eta") * number(**gd, "sigma"), 2), tolerance));
  const auto langevin = plan("full-batch-langevin", on.facts, {{"iterate", "last"}});
  CHECK(near(variance(**langevin), number(**langevin, "beta0"), tolerance));
  // Each phase's average starts from the last phase's output: all noises stay.
  const auto phased = plan("phased-sgd", on.facts, {{"projection", "none"}});
  double expected = 0;
  for (int i = 1; i <= 5; ++i)
    expected += std::pow(
        number(**phased, "noise_multiplier") * number(**phased, "eta") * std::pow(4.0, -i), 2);
  CHECK(near(variance(**phased), expected, tolerance));
}

TEST_CASE("multi pass: T, e and the noise ratios are the paper's") {
  // n = 1e4, alpha = 1.5, e = n^(-1/4) = 0.1: T = n^1.5 e^2 = 1e4.
  const Facts here = facts(10000, 3, Logistic());
  const auto planned = multi_pass(here, {{"alpha", 1.5}}, {.epsilon = 0.1, .delta = 1e-5});
  REQUIRE(planned);
  CHECK(number(**planned, "T") == 10000);
  CHECK(near(number(**planned, "kappa"), 2, 1e-11));  // the calibrator above says scale 1/2
  const auto& steps = std::get<Heterogeneous>((*planned)->ledger.events.at(0).mechanism);
  REQUIRE(steps.noise_multiplier.size() == 9999);
  const auto L = [](double t) { return std::log(2.5 * t * t / 0.1); };
  for (const double t : {2.0, 3.0, 100.0, 10000.0}) {
    const double delta_squared = 1 / (2 * (t * L(t) - (t - 1) * L(t - 1)));
    // scale 1/2: Delta doubles, and noise multiplier = 2/Delta.
    CHECK(near(steps.noise_multiplier[std::size_t(t) - 2], 1 / std::sqrt(delta_squared), 1e-9));
  }
  const auto theorem =
      multi_pass(here, {{"calibration", "theorem"}}, {.epsilon = 1.078, .delta = 1e-5});
  REQUIRE(theorem);
  // The table of section 4: Theorem 2 claims 1.078 for e = 0.1.
  CHECK(near(number(**theorem, "T"), 10000, 0.01));
  CHECK(number(**theorem, "kappa") == 1);
}

TEST_CASE("multi pass: what Theorem 2 leaves unsaid is refused, naming what would do") {
  const auto large_delta =
      multi_pass(facts(1000000, 3, Logistic()), {}, {.epsilon = 1, .delta = 1e-5});
  REQUIRE_FALSE(large_delta);
  CHECK(large_delta.skip().reason.find("largest delta is 2.5e-06") != std::string::npos);
  const auto steep =
      multi_pass(facts(1000, 3, Logistic()), {{"eta0", 1e6}}, {.epsilon = 1, .delta = 1e-5});
  REQUIRE_FALSE(steep);
  CHECK(steep.skip().reason.find("the largest eta0 is") != std::string::npos);
}

TEST_CASE("multi pass: the loop is the plain loop, on sparse rows too") {
  const Problem on = problem(60, 4, std::make_shared<Logistic>()),
                sparse = problem(60, 4, on.loss, true);
  for (const char* iterate : {"average", "last"}) {
    const auto planned =
        multi_pass(on.facts, {{"iterate", iterate}, {"alpha", 1.2}}, {.epsilon = 1, .delta = 1e-4});
    REQUIRE(planned);
    const Streams streams(42, "shared", "cell");
    Stream sampling = streams.open(Purpose::sampling), noise = streams.open(Purpose::noise);
    const double T = number(**planned, "T"), beta0 = number(**planned, "beta0");
    const auto eta = [&](double t) {
      return number(**planned, "kappa") * std::sqrt(beta0) /
             std::sqrt(8 * t * std::log(2.5 * t * t / (60 * 1e-4)));
    };
    const auto& x = std::get<DenseMatrix>(on.data.x);
    std::vector<double> w(4), z(4);
    streams.open(Purpose::init).normals(w);
    for (double& v : w) v *= std::sqrt(beta0);
    std::vector<double> sum = w;
    for (int step = 2; step <= int(T); ++step) {
      const double t = step;
      const auto i = Index(sampling.below(60));
      double margin = 0;
      for (std::size_t j = 0; j < 4; ++j) margin += x.row(i).values[j] * w[j];
      const double slope = on.loss->slope(margin, on.data.y[std::size_t(i)]);
      noise.normals(z);
      const double c = eta(t) / eta(t - 1);
      for (std::size_t j = 0; j < 4; ++j) {
        w[j] = c * (w[j] - eta(t - 1) * slope * x.row(i).values[j]) +
               std::sqrt((1 - c * c) * beta0) * z[j];
        sum[j] += w[j];
      }
    }
    for (double& v : sum) v /= T;
    const auto& expected = std::string(iterate) == "average" ? sum : w;
    check_close(run(**planned, on).w, expected, 1e-8);
    check_close(run(**planned, sparse).w, expected, 1e-8);
  }
}

}  // namespace dpsco
