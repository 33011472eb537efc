#include "privacy/accountants/paper_multi_pass.hpp"

#include <cmath>
#include <numbers>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

void check_sizes(std::int64_t n, double delta) {
  require(n >= 1, "n = {} must be at least 1", n);
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  require(
      double(n) * delta < 2.5,
      "n delta = {} must be below 2.5 for Proposition 3's steps to be real; delta below {} does",
      double(n) * delta,
      2.5 / double(n));
}

double inverse_squared_step(double t, double n, double delta) {
  return 8 * t * std::log(2.5 * t * t / (n * delta));
}

}  // namespace

StepGuarantee lemma_6(
    std::int64_t m, double delta, double eta, double G, double sigma, Lemma6Form form) {
  require(m >= 1, "m = {} must be at least 1", m);
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  require(eta >= 0 && G >= 0 && sigma > 0,
          "Lemma 6 needs eta = {} >= 0, G = {} >= 0 and sigma = {} > 0",
          eta,
          G,
          sigma);
  const double x = std::sqrt(8 * std::log(1.25 / delta)) * eta * G / sigma;
  require(x <= 1,
          "Lemma 6 rests on the classical Gaussian mechanism, valid for an epsilon of at most 1; "
          "here it is {}: sigma >= {} does",
          x,
          sigma * x);
  const double gain = form == Lemma6Form::printed ? std::exp(x) : std::expm1(x);
  return {std::log1p(gain / double(m)), delta / double(m)};
}

double proposition_3_epsilon(std::int64_t n, std::int64_t T, double delta, Lemma6Form form) {
  check_sizes(n, delta);
  require(T >= 1, "T = {} must be at least 1", T);
  const double k = form == Lemma6Form::printed ? std::numbers::e : std::numbers::e - 1;
  const double per_step = k / double(n);
  return std::sqrt(2 * double(T) * std::log(2 / delta)) * per_step +
         double(T) * per_step * per_step;
}

double theorem_2_epsilon(std::int64_t n, std::int64_t T, double delta) {
  check_sizes(n, delta);
  require(T >= 1, "T = {} must be at least 1", T);
  const double epsilon = std::sqrt(double(T)) / double(n);
  return 3 * epsilon * std::sqrt(std::log(2 / delta)) + 3 * epsilon * epsilon;
}

double multi_pass_noise_ratio(std::int64_t t, std::int64_t n, double delta, bool printed) {
  check_sizes(n, delta);
  require(t >= 2, "t = {} must be at least 2: the first iterate is drawn before any data", t);
  const double now = inverse_squared_step(double(t), double(n), delta),
               before = inverse_squared_step(double(t - 1), double(n), delta);
  return std::sqrt((now - before) / 4 * (printed ? now / before : 1));
}

}  // namespace dpsco
