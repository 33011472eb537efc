#include "framework/core/special.hpp"

#include <cmath>
#include <limits>

#include <boost/math/distributions/normal.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <doctest/doctest.h>

#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

using Wide = boost::multiprecision::cpp_bin_float_50;
Wide phi(const Wide& x) {
  return boost::math::erfc(-x / sqrt(Wide(2))) / 2;
}
double wide_log_delta(double epsilon, double mu) {
  const Wide e = epsilon, m = mu;
  return double(log(phi(m / 2 - e / m) - exp(e) * phi(-m / 2 - e / m)));
}

}  // namespace

TEST_CASE("log_normal_cdf: 50-digit values in every regime") {
  for (const double x :
       {-200.0, -40.0, -36.5, -36.0, -35.9, -20.0, -3.0, -0.1, 0.0, 0.1, 3.0, 8.0, 30.0}) {
    const Wide expected = x > 0 ? Wide(log1p(-phi(Wide(-x)))) : Wide(log(phi(Wide(x))));
    CAPTURE(x);
    CAPTURE(double((log_normal_cdf(x) - expected) / expected));
    CHECK(near(log_normal_cdf(x), double(expected), x > 0 ? 2e-15 + 2e-16 * x * x : 2e-15));
  }
}

TEST_CASE("GDP: delta(epsilon) against 50 digits and against mpmath") {
  for (const double mu : {0.01, 0.2, 1.0, 5.0, 30.0})
    for (const double epsilon : {0.0, 0.05, 0.5, 3.0, 20.0}) {
      const double expected = wide_log_delta(epsilon, mu);
      if (expected > -600) {
        CAPTURE(mu);
        CAPTURE(epsilon);
        CHECK(std::abs(log_gdp_delta(epsilon, mu) - expected) <= 1e-11);
      }
    }
  // Phi(-eps/mu + mu/2) - e^eps Phi(-eps/mu - mu/2) by mpmath, 20 digits.
  CHECK(near(std::exp(log_gdp_delta(0.5, 0.2)), 0.00051253608315833272323, 1e-12));
  CHECK(near(std::exp(log_gdp_delta(2, 0.4)), 5.7051101480770543572e-8, 1e-12));
  CHECK(near(std::exp(log_gdp_delta(1, 1)), 0.1269367375066439458, 1e-14));
  CHECK(near(std::exp(log_gdp_delta(0.1, 0.05)), 0.00044619186488471433276, 1e-12));
}

TEST_CASE("GDP: mu of (epsilon, delta) meets reference values from below") {
  // Root of that delta in mu by mpmath, 18 digits.
  const double golden[][3] = {{1, 1e-5, 0.268051123211294218},
                              {4, 1e-5, 0.924930897666936343},
                              {0.1, 1e-5, 0.03252078405620391},
                              {0.2, 1e-6, 0.0526626225823438696}};
  for (const auto& row : golden) {
    const double mu = gdp_mu(row[0], row[1]);
    CHECK(near(mu, row[2], 1e-12));
    CHECK(mu <= row[2]);
    const double epsilon = gdp_epsilon(row[2], row[1]);
    CHECK(near(epsilon, row[0], 1e-12));
    CHECK(epsilon >= row[0]);
  }
}

TEST_CASE(
    "GDP: epsilon from above is above and from below is below, in 50 digits, down to tiny mu") {
  for (const double mu : {1e-6, 1e-4, 1e-2, 0.3, 3.0, 30.0})
    for (const double epsilon : {2 * mu, 4 * mu, 8 * mu, 20 * mu}) {
      const double delta = std::exp(wide_log_delta(epsilon, mu));
      CAPTURE(mu);
      CAPTURE(epsilon);
      CHECK(wide_log_delta(gdp_epsilon(mu, delta), mu) <= std::log(delta) + 1e-15);
      CHECK(wide_log_delta(gdp_epsilon_below(mu, delta), mu) >= std::log(delta) - 1e-15);
      CHECK(gdp_epsilon_below(mu, delta) <= gdp_epsilon(mu, delta));
    }
}

TEST_CASE("GDP: the ends of the range give 0 or infinity, never NaN") {
  CHECK(gdp_epsilon(0, 1e-5) == 0);
  CHECK(gdp_epsilon(1e-7, 1e-5) == 0);
  CHECK(gdp_epsilon(0.1, 0.9) == 0);
  CHECK(std::isinf(gdp_epsilon(std::numeric_limits<double>::infinity(), 1e-5)));
  for (const double mu : {1e-6, 1e-3, 1.0, 1e3, 1e6})
    for (const double delta : {1e-300, 1e-100, 1e-10, 0.5, 0.999}) {
      const double epsilon = gdp_epsilon(mu, delta);
      CHECK(std::isfinite(epsilon));
      CHECK(epsilon >= 0);
    }
}

}  // namespace dpsco
