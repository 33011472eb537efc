// Golden values: mpmath 1.3 quadrature with 30 digits.
#include "privacy/numeric/laplace_uniform_renyi.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "framework/core/random.hpp"
#include "framework/testing/near.hpp"
#include "privacy/accountants/renyi.hpp"
#include "privacy/numeric/laplace_uniform.hpp"

namespace dpsco {

namespace {

double between(Stream& stream, double low, double high) {
  return low * std::pow(high / low, stream.uniform());
}

}  // namespace

TEST_CASE("Renyi divergence: the bracket holds the quadrature's value and is narrow") {
  const double golden[][4] = {{2, 0.5, 2, 0.129555100726414},
                              {2, 0.5, 32, 0.455864266672926},
                              {10, 0.001, 128, 8.87553192091068e-6},
                              {0.5, 3, 5, 2.83877604618898},
                              {4, 0.01, 1.5, 2.48924326735921e-5},
                              {0.1, 0.2, 8, 0.115643888072646},
                              {10, 1, 4, 0.334311369791227},
                              {30, 0.1, 20, 0.00567931077709744}};
  for (const auto& row : golden) {
    CAPTURE(row[0]);
    CAPTURE(row[2]);
    const RenyiBracket bracket = mixture_renyi(row[0], row[1], row[2]);
    CHECK(bracket.lower <= row[3]);
    CHECK(bracket.upper >= row[3]);
    CHECK(bracket.upper - bracket.lower <= 1e-3 * row[3]);
    const RenyiBracket finer = mixture_renyi(row[0], row[1], row[2], 1024);
    CHECK(finer.lower <= row[3]);
    CHECK(finer.upper >= row[3]);
    CHECK(finer.upper - finer.lower <= 2e-5 * row[3]);
  }
}

TEST_CASE("Renyi divergence: without a uniform part it is Laplace noise's own") {
  for (const double e : {0.01, 0.5, 3.0, 20.0})
    for (const double a : {1.0, 1.01, 2.0, 30.0, 500.0}) {
      const RenyiBracket bracket = mixture_renyi(0, e, a, 512);
      CHECK(bracket.lower <= laplace_divergence(e, a) * (1 + 1e-12));
      CHECK(bracket.upper >= laplace_divergence(e, a) * (1 - 1e-12));
      CHECK(bracket.upper - bracket.lower <= 1e-3 * bracket.upper);
    }
}

TEST_CASE("closed forms: never below the bracket, for random widths, shifts and orders") {
  Stream stream({5, 50});
  for (int i = 0; i < 3000; ++i) {
    const double z = between(stream, 1e-3, 300), e = between(stream, 1e-4, 20),
                 a = 1 + between(stream, 1e-4, 1000), kappa = mixture_kappa(z);
    CAPTURE(z);
    CAPTURE(e);
    CAPTURE(a);
    const RenyiBracket truth = mixture_renyi(z, e, a, 64);
    CHECK(truth.lower <= truth.upper);
    CHECK(truth.lower <= mixture_renyi_bound(kappa, e, a));
    CHECK(truth.lower <= mixture_renyi_slope(kappa, e, a) * e * e);
    CHECK(truth.lower <= a * mixture_zcdp_slope(kappa, e) * e * e);
    CHECK(truth.upper <= laplace_divergence(e, a) * (1 + 1e-12));
    // A slope for all shifts up to 2 e holds at e.
    CHECK(truth.lower <= mixture_renyi_slope(kappa, 2 * e, a) * e * e);
    CHECK(truth.lower <= a * mixture_zcdp_slope(kappa, 2 * e) * e * e);
  }
}

TEST_CASE("divergence grows with the shift and falls with the width: what rounding relies on") {
  for (const double a : {1.5, 4.0, 40.0})
    for (const double z : {0.1, 1.0, 5.0})
      for (const double e : {0.01, 0.1, 1.0, 4.0}) {
        CHECK(mixture_renyi(z, e, a).lower < mixture_renyi(z, 1.1 * e, a).upper);
        CHECK(mixture_renyi(1.1 * z, e, a).lower < mixture_renyi(z, e, a).upper);
      }
}

TEST_CASE(
    "small shifts: D / (a e^2 / 2) tends to kappa; at order 128 it exceeds kappa and the zCDP "
    "slope knows it") {
  for (const double z : {0.3, 1.0, 4.0}) {
    const double kappa = mixture_kappa(z);
    CHECK(near(mixture_renyi(z, 1e-3, 3, 512).upper / (3 * 1e-6 / 2), kappa, 2e-3));
    CHECK(near(mixture_renyi_bound(kappa, 1e-3, 3) / (3 * 1e-6 / 2), kappa, 2e-3));
  }
  // Width 1, rate 10, shift .001, order 128: .1461 against kappa .1386, and more at higher order.
  const double kappa = mixture_kappa(10), e = 0.01;
  const RenyiBracket high = mixture_renyi(10, e, 128, 1024);
  CHECK(std::abs(high.lower / (128 * e * e / 2) - 0.1461) < 1e-4);
  CHECK(high.lower / (128 * e * e / 2) > kappa);
  CHECK(2 * mixture_zcdp_slope(kappa, e) >= high.lower / (128 * e * e / 2));
}

TEST_CASE(
    "zCDP slope: kappa/2 from kappa = 1/3 on, its supremum below, never above Laplace's 1/2") {
  // sup 2 log(1 + w (cosh t - 1)) / t^2, by mpmath's findroot.
  CHECK(near(2 * mixture_zcdp_slope(0.01, 0), 0.0944609898929, 1e-8));
  CHECK(near(2 * mixture_zcdp_slope(0.1, 0), 0.170273480937, 1e-8));
  CHECK(near(2 * mixture_zcdp_slope(0.2, 0), 0.230965548969, 1e-8));
  CHECK(near(2 * mixture_zcdp_slope(0.3, 0), 0.302719117619, 1e-8));
  for (const double kappa : {0.34, 0.5, 0.8, 1.0})
    CHECK(near(2 * mixture_zcdp_slope(kappa, 0), kappa, 1e-11));
  for (const double e : {0.0, 0.1, 1.0, 10.0, 1e4}) {
    CHECK(mixture_zcdp_slope(1, e) <= 0.5 * (1 + 1e-11));
    CHECK(mixture_zcdp_slope(0, e) == 0);
  }
}

TEST_CASE("no NaN and no crossing at the ends") {
  for (const double z : {0.0, 1e-12, 1e-6, 1.0, 1e3, 1e6})
    for (const double e : {1e-12, 1e-6, 1.0, 29.0, 100.0, 700.0, 1e4})
      for (const double a : {1.0, 1 + 1e-9, 2.0, 1e3, 1e6}) {
        CAPTURE(z);
        CAPTURE(e);
        CAPTURE(a);
        const RenyiBracket bracket = mixture_renyi(z, e, a, 16);
        CHECK(bracket.lower >= 0);
        CHECK(bracket.lower <= bracket.upper);
        CHECK(bracket.upper <= e);
        const double bound = mixture_renyi_bound(mixture_kappa(z), e, a);
        CHECK(bound * (1 + 1e-9) >= bracket.lower);  // e = 1e-12 is all rounding
        CHECK(bound <= laplace_divergence(e, a));
        CHECK(mixture_renyi_slope(mixture_kappa(z), e, a) > 0);
      }
}

}  // namespace dpsco
