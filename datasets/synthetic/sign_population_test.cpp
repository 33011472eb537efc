#include "datasets/synthetic/sign_population.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "datasets/synthetic/head_minimiser.hpp"
#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {
namespace {

struct TestLogistic final : Loss {
  double value(double a, double y) const override {
    return std::log1p(std::exp(-std::abs(a))) + std::max(0.0, -y * a);
  }
  double slope(double a, double y) const override { return -y * sigmoid(-y * a); }
  double curvature(double a, double /*y*/) const override { return sigmoid(a) * sigmoid(-a); }
  LossConstants constants(const DataBounds& /*bounds*/) const override { return {}; }
};

/// 0 for m >= 1, (1-m)^2/(2h) on [1-h, 1], 1-m-h/2 below.
struct TestHinge final : Loss {
  explicit TestHinge(double width) : h(width) {}
  double value(double a, double y) const override {
    const double gap = 1 - y * a;
    return gap <= 0 ? 0 : gap <= h ? gap * gap / (2 * h) : gap - h / 2;
  }
  double slope(double a, double y) const override {
    const double gap = 1 - y * a;
    return gap <= 0 ? 0 : gap <= h ? -y * gap / h : -y;
  }
  double curvature(double a, double y) const override {
    const double gap = 1 - y * a;
    return gap > 0 && gap < h ? 1 / h : 0;
  }
  LossConstants constants(const DataBounds& /*bounds*/) const override { return {}; }
  double h;
};

struct TestSquared final : Loss {
  double value(double a, double y) const override { return (a - y) * (a - y) / 2; }
  double slope(double a, double y) const override { return a - y; }
  double curvature(double /*a*/, double /*y*/) const override { return 1; }
  LossConstants constants(const DataBounds& /*bounds*/) const override { return {}; }
};

/// |a - y| has no derivative at its minimum.
struct TestAbsolute final : Loss {
  double value(double a, double y) const override { return std::abs(a - y); }
  double slope(double a, double y) const override { return a > y ? 1 : -1; }
  double curvature(double /*a*/, double /*y*/) const override { return 0; }
  LossConstants constants(const DataBounds& /*bounds*/) const override { return {}; }
};

struct Head {
  std::vector<double> scale{}, w_star{};
};

/// Heads of the three designs in dimension d.
std::vector<Head> heads(double d, double radius) {
  double harmonic = 0;
  for (int j = int(d); j >= 1; --j) harmonic += 1 / double(j);
  std::vector<Head> all(3);
  for (std::size_t j = 0; j < 5; ++j) {
    all[0].scale.push_back(std::sqrt(.1));
    all[1].scale.push_back(std::sqrt(1 / (double(j + 1) * harmonic)));
    all[2].scale.push_back(std::sqrt(1 / d));
    for (Head& head : all) head.w_star.push_back(radius / std::sqrt(5.0));
  }
  return all;
}

/// Exact risk over sign patterns, written without the code under test.
double exact_risk(const Loss& loss, const Head& head, std::span<const double> u) {
  double sum = 0;
  const std::size_t k = head.scale.size();
  for (unsigned bits = 0; bits < 1U << k; ++bits) {
    double a = 0, truth = 0;
    for (std::size_t j = 0; j < k; ++j) {
      const double x = (bits >> j & 1U) != 0 ? head.scale[j] : -head.scale[j];
      a += x * u[j];
      truth += x * head.w_star[j];
    }
    const double p = 1 / (1 + std::exp(-truth));
    sum += p * loss.value(a, 1) + (1 - p) * loss.value(a, -1);
  }
  return sum / double(1U << k);
}

TEST_CASE("sigmoid: symmetric, and without overflow far out") {
  CHECK(sigmoid(0) == .5);
  CHECK(near(sigmoid(2) + sigmoid(-2), 1, 1e-15));
  CHECK(sigmoid(1000) == 1);
  CHECK(near(sigmoid(-700), std::exp(-700.0), 1e-14));
  CHECK(sigmoid(-800) == 0);
}

TEST_CASE("head_minimiser: for the logistic loss it is w*, from any start") {
  const TestLogistic loss;
  for (const double d : {6.0, 100.0, 4000.0})
    for (const Head& head : heads(d, 10))
      for (const double start : {0.0, 1.0, -30.0}) {
        const std::vector<double> from(5, start);
        const std::vector<double> found = head_minimiser(loss, head.scale, head.w_star, from);
        for (std::size_t j = 0; j < 5; ++j) CHECK(near(found[j], head.w_star[j], 1e-8));
      }
}

TEST_CASE("head_minimiser: for the squared loss it solves the normal equations") {
  // E[z_j y] by direct summation; the patterns are orthogonal, so v_j = E[z_j y].
  const TestSquared loss;
  for (const Head& head : heads(50, 10)) {
    const auto found = head_minimiser(loss, head.scale, head.w_star, head.w_star);
    for (std::size_t j = 0; j < 5; ++j) {
      double correlation = 0;
      for (unsigned bits = 0; bits < 32; ++bits) {
        double truth = 0;
        for (std::size_t i = 0; i < 5; ++i)
          truth += ((bits >> i & 1U) != 0 ? 1 : -1) * head.scale[i] * head.w_star[i];
        correlation += ((bits >> j & 1U) != 0 ? 1 : -1) * std::tanh(truth / 2) / 32;
      }
      CHECK(near(found[j] * head.scale[j], correlation, 1e-10));
    }
  }
}

TEST_CASE("head_minimiser: no perturbation improves the smoothed hinge, whatever its width") {
  Stream stream({21, 22});
  for (const double h : {0.01, 0.5, 2.0}) {
    const TestHinge loss(h);
    for (const double radius : {0.1, 10.0, 1000.0})
      for (const Head& head : heads(200, radius)) {
        CAPTURE(h);
        CAPTURE(radius);
        for (const double start : {1.0, 0.0, 50.0}) {
          std::vector<double> from = head.w_star;
          for (double& v : from) v *= start;
          const auto best = head_minimiser(loss, head.scale, head.w_star, from);
          const double least = exact_risk(loss, head, best);
          for (const double size : {1e-3, 1e-1, 1.0, 100.0})
            for (int trial = 0; trial < 10; ++trial) {
              std::vector<double> other(5);
              stream.normals(other);
              for (std::size_t j = 0; j < 5; ++j)
                other[j] = best[j] + size * other[j] / head.scale[j];
              CHECK(exact_risk(loss, head, other) >= least - 1e-9 * size);
            }
        }
      }
  }
}

TEST_CASE("head_minimiser: refuses a loss whose minimum it can't certify") {
  const Head head = heads(10, 10)[0];
  CHECK_THROWS_AS(head_minimiser(TestAbsolute{}, head.scale, head.w_star, head.w_star),
                  ConfigError);
}

struct Fixture {
  explicit Fixture(Index dimension, Index fresh = 500)
      : d(dimension), rows(fresh), stream({31, std::uint64_t(dimension)}) {
    for (Index j = 0; j < d; ++j) {
      scale.push_back(std::sqrt(1 / double(d)));
      w_star.push_back(j < 5 ? 10 / std::sqrt(5.0) : 0);
    }
  }
  SignPopulation population() const { return {rows, scale, w_star, std::min<Index>(5, d), stream}; }
  Index d, rows;
  Stream stream;
  std::vector<double> scale{}, w_star{};
};

std::vector<double> random_point(Index d, std::uint64_t name) {
  std::vector<double> w(static_cast<std::size_t>(d));
  Stream stream({name, 99});
  stream.normals(w);
  return w;
}

TEST_CASE("excess_risk: equals the sum over unpacked rows and both labels") {
  for (const Index d : {3, 8, 9, 64, 100}) {
    CAPTURE(d);
    const Fixture f(d);
    const SignPopulation population = f.population();
    Stream stream = f.stream;
    const SignTable table(f.rows, f.scale, stream);
    const auto truth = table.margins(f.w_star);
    const auto w = random_point(d, 1), v = random_point(d, 2);
    const auto a = table.margins(w), b = table.margins(v);
    for (const Loss* loss : {static_cast<const Loss*>(new TestLogistic),
                             static_cast<const Loss*>(new TestHinge(.5))}) {
      const std::unique_ptr<const Loss> owned(loss);
      double sum = 0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        const double p = 1 / (1 + std::exp(-truth[i]));
        sum += p * (loss->value(a[i], 1) - loss->value(b[i], 1)) +
               (1 - p) * (loss->value(a[i], -1) - loss->value(b[i], -1));
      }
      CHECK(std::abs(population.excess_risk(*loss, w, v) - sum / double(f.rows)) <= 1e-13);
    }
  }
}

TEST_CASE("excess_risk: zero against itself, antisymmetric, the same for every call") {
  const Fixture f(80);
  const SignPopulation population = f.population();
  const TestLogistic loss;
  const auto w = random_point(80, 1);
  CHECK(population.excess_risk(loss, w, w) == 0);
  CHECK(population.excess_risk(loss, f.w_star, f.w_star) == 0);
  CHECK(population.excess_risk(loss, w, f.w_star) == -population.excess_risk(loss, f.w_star, w));
  CHECK(population.excess_risk(loss, w, f.w_star) == population.excess_risk(loss, w, f.w_star));
  CHECK(population.excess_risk(loss, w, f.w_star) > 0);
}

TEST_CASE("excess_risk: short cuts for a zero tail agree with the full sum") {
  const Fixture f(80);
  const SignPopulation population = f.population();
  const TestLogistic loss;
  std::vector<double> almost = f.w_star;
  almost.back() = 1e-300;  // forces the row by row path without changing a margin
  CHECK(std::abs(population.excess_risk(loss, almost, f.w_star)) <= 1e-14);
}

TEST_CASE(
    "excess_risk: the mean over fresh rows is within five standard errors of the exact risk") {
  // Seed in Fixture. Only the frequencies of the 32 head patterns are random: their exact mean and
  // variance are sums over the patterns.
  const Fixture f(10, 10000);
  const SignPopulation population = f.population();
  const TestLogistic loss;
  double mean = 0, square = 0;
  for (unsigned bits = 0; bits < 32; ++bits) {
    double truth = 0;
    for (std::size_t j = 0; j < 5; ++j)
      truth += ((bits >> j & 1U) != 0 ? 1 : -1) * f.scale[j] * f.w_star[j];
    const double p = 1 / (1 + std::exp(-truth));
    const double excess =
        std::log(2.0) - p * loss.value(truth, 1) - (1 - p) * loss.value(truth, -1);
    mean += excess / 32;
    square += excess * excess / 32;
  }
  const double standard_error = std::sqrt((square - mean * mean) / double(f.rows));
  const std::vector<double> zero(10);
  const double measured = population.excess_risk(loss, zero, f.w_star);
  CHECK(std::abs(measured - mean) <= 5 * standard_error);
  CHECK(measured != mean);
}

TEST_CASE(
    "minimiser: w* for the logistic loss, a zero tail for every loss, and no worse than others") {
  const Fixture f(40, 10000);
  const SignPopulation population = f.population();
  const auto logistic = population.minimiser(TestLogistic{});
  REQUIRE(logistic.size() == 40);
  for (std::size_t j = 0; j < 40; ++j) CHECK(std::abs(logistic[j] - f.w_star[j]) <= 1e-8);
  const TestHinge hinge(.5);
  const auto best = population.minimiser(hinge);
  for (std::size_t j = 5; j < 40; ++j) CHECK(best[j] == 0);
  for (std::uint64_t name = 1; name <= 20; ++name) {
    auto other = random_point(40, name);
    for (std::size_t j = 0; j < 40; ++j) other[j] = best[j] + other[j];
    CHECK(population.excess_risk(hinge, other, best) > 0);
  }
}

}  // namespace
}  // namespace dpsco
