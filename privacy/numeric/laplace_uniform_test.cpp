// Laplace noise plus a uniform weight: the law, its loss, gamma, kappa and delta (proofs:
// docs/local_privacy.md). Golden values: mpmath 1.3 quadrature and closed forms with 30 digits.
#include "privacy/numeric/laplace_uniform.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <doctest/doctest.h>

#include "framework/core/laplace_uniform.hpp"
#include "framework/core/random.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

double between(Stream& stream, double low, double high) {
  return low * std::pow(high / low, stream.uniform());
}

/// Integral of f over the real line for the pair at unit rate: pieces between its kinks.
template <class F>
double integral(double z, double e, F f) {
  std::vector<double> ends{-45, 0, std::min(z, e), (z + e) / 2, std::max(z, e), z + e, z + e + 45};
  double sum = 0;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i)
    if (ends[i] < ends[i + 1])
      sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(
          f, ends[i], ends[i + 1], 12, 1e-11);
  return sum;
}

struct Row {
  double width, rate, gamma, kappa, worst;
};
constexpr Row table[] = {{0.10, 2, 0.95162462099, 0.935931409669, 0.905440794118},
                         {0.10, 4, 0.906344655641, 0.876794326214, 0.822554777549},
                         {0.10, 6, 0.863937968061, 0.822212705674, 0.749731419001},
                         {0.10, 8, 0.824199403971, 0.771836851954, 0.685596423784},
                         {0.10, 10, 0.786939439296, 0.725341634562, 0.628975706503},
                         {0.25, 2, 0.884796625824, 0.848956534851, 0.786152528308},
                         {0.25, 4, 0.786938801992, 0.725341634562, 0.630858842825},
                         {0.25, 6, 0.703512089124, 0.624150845877, 0.516364138799},
                         {0.25, 8, 0.632122268296, 0.54122296614, 0.430609927857},
                         {0.25, 10, 0.570798837806, 0.473114222526, 0.365339319177},
                         {0.50, 2, 0.78693871093, 0.725341634562, 0.631489069969},
                         {0.50, 4, 0.632120986201, 0.54122296614, 0.431469420691},
                         {0.50, 6, 0.517914143976, 0.416992687769, 0.315790275892},
                         {0.50, 8, 0.432333769632, 0.331900791575, 0.244443322204},
                         {0.50, 10, 0.367167888102, 0.272275323977, 0.197664098344},
                         {1.00, 2, 0.632120665672, 0.54122296614, 0.431900458068},
                         {1.00, 4, 0.432332711197, 0.331900791575, 0.244931228474},
                         {1.00, 6, 0.316738230288, 0.229315882219, 0.165756273974},
                         {1.00, 8, 0.245421895894, 0.173069016162, 0.124460228911},
                         {1.00, 10, 0.198653427741, 0.138601318987, 0.0994979742813}};
constexpr double table_shift = 0.001;

}  // namespace

TEST_CASE("the density integrates to one, its integral is cdf(), and it is symmetric") {
  Stream stream({3, 14});
  for (int i = 0; i < 60; ++i) {
    const LaplaceUniform law{.rate = between(stream, 0.1, 50), .width = between(stream, 1e-4, 20)};
    const double z = law.rate * law.width, y = law.width * (2 * stream.uniform() - 0.5);
    const LaplaceUniform unit{.rate = 1, .width = z};
    const auto density = [&](double x) { return std::exp(unit.log_density(x)); };
    CHECK(std::abs(integral(z, z / 3, density) - 1) < 1e-9);
    CHECK(near(law.log_density(y), std::log(law.rate) + unit.log_density(law.rate * y), 1e-12));
    CHECK(std::abs(law.log_density(y) - law.log_density(law.width - y)) < 1e-9);
    CHECK(std::abs(law.cdf(y) + law.cdf(law.width - y) - 1) < 1e-14);
    const double h = 1e-5 / law.rate;
    const double p = std::exp(law.log_density(y));
    CHECK(std::abs((law.cdf(y + h) - law.cdf(y - h)) / (2 * h) - p) < 1e-4 * p + 1e-9 * law.rate);
  }
}

TEST_CASE("a width of 0 or nearly 0 is Laplace noise") {
  for (const double width : {0.0, 1e-13, 1e-10, 1e-8, 1e-7}) {
    const LaplaceUniform law{.rate = 2, .width = width};
    for (const double y : {-3.0, -0.1, 0.2, 2.0}) {
      CHECK(std::abs(law.log_density(y) + 2 * std::abs(y)) < 1e-6);
      CHECK(std::abs(law.cdf(y) - (y < 0 ? std::exp(2 * y) / 2 : 1 - std::exp(-2 * y) / 2)) < 1e-6);
      CHECK(std::abs(law.loss(y, 0.5) - 2 * (std::abs(y - 0.5) - std::abs(y))) < 1e-6);
    }
  }
}

TEST_CASE(
    "the loss is the difference of log densities, falls with y, and keeps digits at tiny "
    "shifts") {
  Stream stream({2, 71});
  for (int i = 0; i < 300; ++i) {
    const LaplaceUniform law{.rate = between(stream, 0.5, 20), .width = between(stream, 1e-3, 10)};
    const double shift = between(stream, 1e-3, 5);
    double before = law.rate * shift;
    for (int j = 0; j <= 40; ++j) {
      const double y = -shift + (law.width + 3 * shift) * j / 40, loss = law.loss(y, shift);
      CHECK(std::abs(loss - (law.log_density(y) - law.log_density(y - shift))) < 1e-11);
      CHECK(loss <= before + 1e-11);
      before = loss;
    }
  }
  // A shift of 1e-12: the derivative of log p, where the difference would keep four digits.
  const LaplaceUniform law{.rate = 1, .width = 2};
  const double y = 0.5,
               slope = (std::exp(-y) - std::exp(y - 2)) / (2 - std::exp(-y) - std::exp(y - 2));
  CHECK(near(law.loss(y, 1e-12), slope * 1e-12, 1e-11));
}

TEST_CASE("the largest |loss| is rate * shift for every width, and is attained as often as said") {
  Stream stream({1, 61});
  for (int i = 0; i < 300; ++i) {
    const LaplaceUniform law{.rate = between(stream, 0.1, 100), .width = between(stream, 1e-3, 10)};
    const double shift = between(stream, 1e-4, 3), z = law.rate * law.width, e = law.rate * shift;
    double worst = 0;
    for (int j = 0; j <= 500; ++j)
      worst =
          std::max(worst, std::abs(law.loss(-shift + (law.width + 3 * shift) * j / 500, shift)));
    CHECK(near(worst, e, 1e-12));
    const double attained = law.cdf(0) + (1 - law.cdf(law.width + shift));
    CHECK(std::abs(mixture_worst_probability(z, e) - attained) < 1e-12);
  }
  CHECK(std::abs(mixture_worst_probability(2, 0) - 0.43) < 0.005);  // 43 % of outputs
}

TEST_CASE("gamma0 is the small-shift limit of the mean |loss|, and falls with width and rate") {
  double before = 1;
  for (const double z : {1e-6, 0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 20.0, 100.0}) {
    CHECK(std::abs(mixture_gamma(z, 1e-5) - mixture_gamma0(z)) < 1e-5);
    CHECK(mixture_gamma0(z) < before);
    before = mixture_gamma0(z);
  }
  CHECK(mixture_gamma0(0) == 1);
}

TEST_CASE("kappa is the Fisher information, and twice KL / e^2 for a small shift") {
  for (const double z : {0.05, 0.3, 1.0, 3.0, 10.0, 40.0}) {
    const LaplaceUniform unit{.rate = 1, .width = z};
    const auto information = [&](double y) {
      if (y < 0 || y > z) return std::exp(unit.log_density(y));
      const double slope = (std::exp(-y) - std::exp(y - z)) / (2 * z);
      return slope * slope / std::exp(unit.log_density(y));
    };
    CHECK(std::abs(integral(z, z / 3, information) - mixture_kappa(z)) < 1e-10);
    const double e = 1e-3, kl = integral(z, e, [&](double y) {
                             return std::exp(unit.log_density(y)) * unit.loss(y, e);
                           });
    CHECK(std::abs(2 * kl / (e * e) - mixture_kappa(z)) < 1e-3 * mixture_kappa(z));
  }
  CHECK(mixture_kappa(0) == 1);
  CHECK(near(mixture_kappa(1e-6), 0.99999966666673333, 1e-15));
  CHECK(near(mixture_kappa(1e-3), 0.99966673332460397, 1e-14));
  CHECK(near(mixture_kappa(0.5), 0.84895653485070004, 1e-14));
  CHECK(near(mixture_kappa(5), 0.27227532397702298, 1e-13));
  CHECK(near(mixture_kappa(50), 0.027725887222397812, 1e-12));
  CHECK(near(mixture_kappa(800), 0.0017328679513998633, 1e-12));
}

TEST_CASE("gamma, kappa and how often the worst case is attained, 60 values to 1e-10") {
  for (const Row& row : table) {
    CAPTURE(row.width);
    CAPTURE(row.rate);
    const double z = row.width * row.rate, e = table_shift * row.rate;
    CHECK(std::abs(mixture_gamma(z, e) - row.gamma) < 1e-10);
    CHECK(std::abs(mixture_kappa(z) - row.kappa) < 1e-11);
    CHECK(std::abs(mixture_worst_probability(z, e) - row.worst) < 1e-11);
    CHECK(std::abs(mixture_gamma0(z) - row.gamma) < 3e-6);
    const LaplaceUniform law{.rate = row.rate, .width = row.width};
    CHECK(law.loss(-1, table_shift) == row.rate * table_shift);  // 1.000000 in every cell
  }
}

TEST_CASE("gamma by simulation: width .5, rate 6, shift .001, loss never above the worst case") {
  const LaplaceUniform law{.rate = 6, .width = 0.5};
  constexpr int draws = 200000;
  Stream stream({6, 5});
  double sum = 0;
  int at_worst = 0;
  for (int i = 0; i < draws; ++i) {
    const double u = stream.uniform(), sign = stream.bits() % 2 == 1 ? 1 : -1;
    const double y = law.width * stream.uniform() - sign * std::log(u) / law.rate;
    const double loss = std::abs(law.loss(y, 0.001)) / 0.006;
    REQUIRE(loss <= 1);
    at_worst += loss == 1 ? 1 : 0;
    sum += loss;
  }
  CHECK(std::abs(sum / draws - 0.517914) < 5 * 0.42 / std::sqrt(draws));
  CHECK(std::abs(double(at_worst) / draws - 0.31579) < 5 * 0.465 / std::sqrt(draws));
}

TEST_CASE("delta(epsilon) of one release, width .5, rate 4, shift .25") {
  const double golden[][2] = {
      {0, .3083}, {.25, .2252}, {.5, .1460}, {.75, .0689}, {.9, .0256}, {.99, .0023}, {1, 0}};
  const double laplace[][2] = {
      {0, .3935}, {.25, .3127}, {.5, .2212}, {.75, .1175}, {.9, .0488}, {.99, .0050}, {1, 0}};
  for (const auto& row : golden) CHECK(std::abs(mixture_delta(2, 1, row[0]) - row[1]) < 1e-4);
  for (const auto& row : laplace) CHECK(std::abs(mixture_delta(0, 1, row[0]) - row[1]) < 1e-4);
}

TEST_CASE(
    "delta(epsilon) is the integral of (p - e^epsilon q)+, also for shifts beyond the width") {
  Stream stream({9, 2});
  for (int i = 0; i < 40; ++i) {
    const double z = between(stream, 0.01, 20), e = between(stream, 0.05, 6),
                 epsilon = e * stream.uniform();
    const LaplaceUniform unit{.rate = 1, .width = z};
    // Up to the root of loss = epsilon, found from the curve's own definition.
    double low = 0, high = z + e;
    for (int k = 0; k < 100; ++k) {
      const double middle = (low + high) / 2;
      (unit.loss(middle, e) > epsilon ? low : high) = middle;
    }
    const double value = integral(z, e, [&](double y) {
      return std::max(0.0,
                      std::exp(unit.log_density(y)) - std::exp(epsilon + unit.log_density(y - e)));
    });
    CHECK(std::abs(mixture_delta(z, e, epsilon) - value) < 1e-6);
    CHECK(mixture_delta(z, e, epsilon) <= mixture_delta(0, e, epsilon) + 1e-15);
  }
}

TEST_CASE("Gaussian noise of equal variance always costs less zCDP: the least ratio is 1.1041") {
  const double golden[][2] = {{0.5, 1.716},
                              {1, 1.511},
                              {2, 1.263},
                              {3, 1.147},
                              {4, 1.106},
                              {5, 1.112},
                              {8, 1.269},
                              {10, 1.432}};
  for (const auto& row : golden)
    CHECK(std::abs(mixture_information_times_variance(row[0]) - row[1]) < 6e-4);
  double least = 2, at = 0;
  for (int i = 0; i < 10000; ++i) {
    const double z = 0.005 * i;
    if (mixture_information_times_variance(z) < least) {
      at = z;
      least = mixture_information_times_variance(z);
    }
  }
  CHECK(std::abs(least - 1.10406807852) < 1e-6);
  CHECK(std::abs(at - 4.334884884) < 0.01);
  CHECK(mixture_information_times_variance(0) == 2);
}

}  // namespace dpsco
