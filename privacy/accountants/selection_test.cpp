// Private tuning against brute force: the release's law is f(Pr[at most y]) - f(Pr[below y]).
#include "privacy/accountants/selection.hpp"

#include <cmath>
#include <functional>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/core/special.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/testing/prices.hpp"

namespace dpsco {

namespace {

using Repetitions = Selection::Repetitions;

Selection drawn(Mechanism run, double eta, double gamma) {
  return {.inner = {{std::move(run)}}, .eta = eta, .gamma = gamma};
}
Selection poisson(Mechanism run, double mean) {
  return {.inner = {{std::move(run)}}, .repetitions = Repetitions::poisson, .mean = mean};
}

/// P(K = 0), P(K = 1), ... by the definition, until nothing is left.
std::vector<double> law(const Selection& selection) {
  std::vector<double> p;
  if (selection.repetitions == Repetitions::poisson) {
    p.push_back(std::exp(-selection.mean));
    while (p.size() < 20 || p.back() > 1e-18)
      p.push_back(p.back() * selection.mean / double(p.size()));
    return p;
  }
  const double rest = 1 - selection.gamma;
  p = {0, 1};  // proportional to; for eta = 0 the common factor eta is left out
  double sum = 1;
  while (p.back() > 1e-18 * sum) {
    const auto k = double(p.size() - 1);
    p.push_back(p.back() * rest * (selection.eta + k) / (k + 1));
    sum += p.back();
  }
  for (double& mass : p) mass /= sum;
  return p;
}
/// f(x) = E[x^K], f'(x).
double power_mean(const std::vector<double>& p, double x) {
  double sum = 0;
  for (std::size_t k = p.size(); k-- > 0;) sum = sum * x + p[k];
  return sum;
}
double slope(const std::vector<double>& p, double x) {
  double sum = 0;
  for (std::size_t k = p.size(); k-- > 1;) sum = sum * x + double(k) * p[k];
  return sum;
}

/// D_alpha of the best of K over finitely many outputs, the worst first, with nothing released at
/// K = 0.
double brute_divergence(const std::vector<double>& p,
                        const std::vector<double>& q,
                        const std::vector<double>& other,
                        double alpha) {
  long double sum = p[0];  // for its range
  double below = 0, below_other = 0;
  for (std::size_t y = 0; y < q.size(); ++y) {
    const double a = power_mean(p, below + q[y]) - power_mean(p, below),
                 b = power_mean(p, below_other + other[y]) - power_mean(p, below_other);
    sum += std::exp(static_cast<long double>(alpha * std::log(a) + (1 - alpha) * std::log(b)));
    below += q[y];
    below_other += other[y];
  }
  return double(std::log(sum)) / (alpha - 1);
}

double bound(const Selection& selection, double alpha) {
  return *testing::renyi_divergence(selection, Adjacency::add_remove, alpha);
}
double priced(const char* accountant, const Selection& selection, double delta = 1e-5) {
  const auto price =
      accountant_catalog()
          .accountants.make(accountant)
          ->price({.adjacency = Adjacency::add_remove, .events = {{selection}}}, delta);
  REQUIRE(price);
  CHECK(price->direction == Direction::upper);
  return price->epsilon;
}

std::vector<Selection> every_law(const Mechanism& run) {
  return {drawn(run, 1, 0.5),
          drawn(run, 1, 0.02),
          drawn(run, 0, 0.01),
          drawn(run, -0.5, 0.05),
          drawn(run, 3, 0.1),
          drawn(run, 1, 1),
          poisson(run, 0.3),
          poisson(run, 5),
          poisson(run, 60)};
}
constexpr double orders[] = {1.01, 1.5, 2, 4, 8, 20, 60};

}  // namespace

TEST_CASE("selection: E[K] is that of the law") {
  for (const Selection& selection : every_law(Pure{1})) {
    const std::vector<double> p = law(selection);
    CHECK(near(std::exp(log_mean_repetitions(selection)), slope(p, 1), 1e-12));
  }
  CHECK(near(log_mean_repetitions(drawn(Pure{1}, 1, 0.01)), std::log(100.0), 1e-14));
  CHECK(near(log_mean_repetitions(drawn(Pure{1}, 1e-9, 0.01)),
             log_mean_repetitions(drawn(Pure{1}, 0, 0.01)),
             1e-8));
}

TEST_CASE("selection: never below the best of K randomised responses, computed outright") {
  for (const double epsilon : {0.05, 0.5, 2.0}) {
    // The Renyi curve alone, without knowing that the run is pure.
    RdpCurve curve;
    for (int i = 0; i < 636; ++i) {
      const double alpha = 1.001 * std::pow(1.009, i);
      curve.orders.push_back(alpha);
      curve.values.push_back(pure_divergence(epsilon, alpha));
    }
    const double truth = 1 / (1 + std::exp(-epsilon)), lie = 1 - truth;
    for (const Mechanism& run : {Mechanism{Pure{epsilon}}, Mechanism{curve}})
      for (const Selection& selection : every_law(run)) {
        const std::vector<double> p = law(selection);
        double largest = 0;
        for (const double alpha : orders) {
          const double there = brute_divergence(p, {truth, lie}, {lie, truth}, alpha);
          const double back = brute_divergence(p, {lie, truth}, {truth, lie}, alpha);
          CAPTURE(epsilon);
          CAPTURE(int(selection.repetitions));
          CAPTURE(selection.eta);
          CAPTURE(selection.gamma);
          CAPTURE(selection.mean);
          CAPTURE(alpha);
          CHECK(bound(selection, alpha) >= std::max(there, back) * (1 - 1e-9));
          largest = std::max({largest, there, back});
        }
        CHECK(largest > 0);
        CHECK(selected_epsilon(selection, epsilon) >= largest);
      }
  }
}

TEST_CASE("selection: never below the best of K Gaussian scores, by quadrature") {
  const double mu = 0.4;
  double dearest = 0;  // in units of what one run costs
  for (const Selection& selection : every_law(Gaussian{1 / mu})) {
    const std::vector<double> p = law(selection);
    for (const double shift : {mu, -mu})
      for (const double alpha : {1.5, 3.0, 10.0}) {
        double sum = 0;
        constexpr double step = 0.01;
        for (int i = -1400; i <= 1400; ++i) {
          const double y = i * step;
          const auto log_density = [&](double at) {
            return -at * at / 2 - std::log(2 * 3.141592653589793) / 2 +
                   std::log(slope(p, std::exp(log_normal_cdf(at))));
          };
          sum += step * std::exp(alpha * log_density(y - shift) + (1 - alpha) * log_density(y));
        }
        const double exact = std::log(p[0] + sum) / (alpha - 1);
        CAPTURE(to_json({.events = {{selection}}}));
        CAPTURE(alpha);
        CHECK(bound(selection, alpha) >= exact * (1 - 1e-6));
        dearest = std::max(dearest, exact / (alpha * mu * mu / 2));
      }
  }
  CHECK(dearest > 1.3);  // so a bound that forgot the choice among many would fail above
}

TEST_CASE("selection: the formula's value, with the second order by a fine grid") {
  const double rho = 0.02, eta = 1, gamma = 0.01, alpha = 12;
  double repeated = 1e300;
  for (int i = 0; i < 18000; ++i) {
    const double b = 1.001 * std::pow(1.0005, i);
    repeated = std::min(repeated, (1 - 1 / b) * b * rho - std::log(gamma) / b);
  }
  const double expected = alpha * rho + (1 + eta) * repeated + std::log(1 / gamma) / (alpha - 1);
  CHECK(near(bound(drawn(Zcdp{rho}, eta, gamma), alpha), expected, 1e-6));
  CHECK(bound(drawn(Zcdp{rho}, eta, gamma), alpha) <= expected * (1 + 1e-12));
}

TEST_CASE("selection: one run for sure costs what it costs; more runs and noise less cost more") {
  for (const double alpha : orders)
    CHECK(near(bound(drawn(Zcdp{0.1}, -1 + 1e-12, 1), alpha), 0.1 * alpha, 1e-9));
  double before = 0;
  for (const double gamma : {0.9, 0.5, 0.1, 1e-2, 1e-4, 1e-8}) {
    const double now = priced("rdp", drawn(Gaussian{4}, 1, gamma));
    CHECK(now > before);
    before = now;
  }
  before = 0;
  for (const double mean : {2.0, 10.0, 100.0, 1e4}) {
    const double now = priced("rdp", poisson(Gaussian{4}, mean));
    CHECK(now > before);
    CHECK(priced("rdp", poisson(Gaussian{5}, mean)) < now);
    before = now;
  }
  // Far below the union over as many runs fixed in advance.
  CHECK(priced("rdp", poisson(Gaussian{4}, 1e4)) < 0.1 * gdp_epsilon(std::sqrt(1e4) / 4, 1e-5));
}

TEST_CASE("selection: what one run releases composes before the best is chosen") {
  Selection split = drawn(Gaussian{4}, 1, 0.1), whole = split;
  split.inner = {{Gaussian{4}}, {Gaussian{4}}};
  whole.inner = {{Gaussian{4}, 2}};
  CHECK(near(priced("rdp", split), priced("rdp", whole), 1e-12));
  split.inner = {{Pure{0.05}}, {Pure{0.15}}};
  CHECK(near(priced("basic", split), priced("basic", drawn(Pure{0.2}, 1, 0.1)), 1e-12));
}

TEST_CASE("selection: pure runs have a pure price; others refuse what no theorem covers") {
  CHECK(near(priced("basic", drawn(Pure{0.2}, 1, 1e-3)), 0.6, 1e-12));
  CHECK(near(priced("basic", drawn(Pure{0.2}, 0, 1e-3)), 0.4, 1e-12));
  CHECK(priced("rdp", drawn(Pure{0.2}, 1, 1e-3)) <= 0.6 * (1 + 1e-9));
  CHECK(near(priced("basic", poisson(Pure{0.2}, 10)), 0.2 + 10 * std::tanh(0.1), 1e-12));
  CHECK(priced("rdp-mironov", drawn(Gaussian{4}, 1, 0.1)) >=
        priced("rdp", drawn(Gaussian{4}, 1, 0.1)));
  const auto refused = [](const char* accountant, const Selection& selection) {
    const auto price =
        accountant_catalog()
            .accountants.make(accountant)
            ->price({.adjacency = Adjacency::add_remove, .events = {{selection}}}, 1e-5);
    return price ? std::string() : price.skip().reason;
  };
  for (const char* accountant : {"rdp", "basic"})
    CHECK(refused(accountant, drawn(Approximate{0.2, 1e-9}, 1, 0.1)).find("delta of") !=
          std::string::npos);
  for (const char* accountant : {"gdp", "contour", "pld", "shuffle", "gdp-clt", "iteration"})
    CHECK(refused(accountant, drawn(Gaussian{4}, 1, 0.1)).find("selection") != std::string::npos);
  CHECK_THROWS_AS((void)log_mean_repetitions(drawn(Pure{1}, -1, 0.5)), ConfigError);
  CHECK_THROWS_AS((void)log_mean_repetitions(drawn(Pure{1}, 1, 0)), ConfigError);
  CHECK_THROWS_AS((void)log_mean_repetitions(poisson(Pure{1}, 0)), ConfigError);
  Selection nothing = poisson(Pure{1}, 2);
  nothing.inner.clear();
  CHECK_THROWS_AS((void)priced("rdp", nothing), ConfigError);
  CHECK_THROWS_AS((void)priced("basic", nothing), ConfigError);
}

}  // namespace dpsco
