#include "privacy/numeric/laplace_uniform_renyi.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <boost/math/tools/minima.hpp>

#include "framework/core/laplace_uniform.hpp"
#include "privacy/accountants/renyi.hpp"

namespace dpsco {

namespace {

/// Absolute error of a difference of distribution functions and of sums of them.
constexpr double mass_error = 1e-15;
/// Relative guard above the rounding of a few hundred terms.
constexpr double guard = 1e-12;
/// a e beyond which e^{a loss} is carried relative to its largest value.
constexpr double largest_exponent = 30;

/// (x^a - 1 - a (x - 1)) / (a - 1) at x = e^l: convex in x, 0 at x = 1. No cancellation for small l
/// or a - 1. pre: a >= 1.
double convex_part(double l, double a) {
  if (std::abs(a * l) > 0.25) {
    const double growth = a == 1 ? l : std::expm1((a - 1) * l) / (a - 1);
    return std::exp(l) * growth - std::expm1(l);
  }
  // sum_k a (1 + a + ... + a^{k-2}) l^k / k!
  double sum = 0, geometric = 1, power = 1, term = l * l / 2;
  for (int k = 2; k <= 18; ++k) {
    sum += a * geometric * term;
    power *= a;
    geometric += power;
    term *= l / (k + 1);
  }
  return sum;
}

/// Edges of cells on [low, high], dense where e^{-distance to an end} changes.
void append_edges(std::vector<double>& edges, double low, double high, int cells) {
  const double half = (high - low) / 2, range = -std::expm1(-half);
  if (!(half > 0)) return;
  for (int i = 1; i < cells; ++i) edges.push_back(low - std::log1p(-range * i / cells));
  edges.push_back(low + half);
  for (int i = cells - 1; i >= 1; --i) edges.push_back(high + std::log1p(-range * i / cells));
  edges.push_back(high);
}

/// The pair's masses and losses between two positions.
class Cells {
 public:
  Cells(double z, double e) : unit_{.rate = 1, .width = z}, e_(e) {}

  double loss(double y) const { return unit_.loss(y, e_); }
  double q(double from, double to) const { return unit_.cdf(to - e_) - unit_.cdf(from - e_); }
  double below() const { return unit_.cdf(-e_); }  ///< Q where the loss is e
  double p_below() const { return unit_.cdf(0); }  ///< P there; Q where the loss is -e

  /// P minus Q of the cell, and its absolute error.
  double excess(double from, double to, double& error) const {
    const double z = unit_.width;
    if (from >= e_ && to <= z && z > 1e-9) {
      error = 0;
      const double left = std::exp(-from) * -std::expm1(from - to);  // e^-from - e^-to
      const double right = std::exp(to - z) * -std::expm1(from - to);
      return (std::expm1(e_) * left + std::expm1(-e_) * right) / (2 * z);
    }
    error = mass_error;
    return (unit_.cdf(to) - unit_.cdf(from)) - q(from, to);
  }

 private:
  LaplaceUniform unit_;
  double e_;
};

std::vector<double> edges_of(double z, double e, int cells) {
  std::vector<double> edges{0};
  const std::array<double, 4> ends{0, std::min(z, e), std::max(z, e), z + e};
  for (std::size_t i = 0; i + 1 < ends.size(); ++i)
    append_edges(edges, ends[i], ends[i + 1], cells);
  return edges;
}

/// E_Q of a convex function f of x = e^loss, bracketed; f is given in terms of the loss.
template <class Function>
RenyiBracket expectation(const Cells& pair,
                         const std::vector<double>& edges,
                         double e,
                         Function f) {
  RenyiBracket sum;
  sum.lower = sum.upper = pair.below() * f(e) + pair.p_below() * f(-e);
  double loss_left = pair.loss(edges.front()), f_left = f(loss_left);
  for (std::size_t i = 1; i < edges.size(); ++i) {
    const double loss_right = pair.loss(edges[i]), f_right = f(loss_right);
    const double mass = pair.q(edges[i - 1], edges[i]);
    if (mass > mass_error) {
      double error = 0;
      const double high = std::expm1(loss_left), low = std::expm1(loss_right);
      const double excess = pair.excess(edges[i - 1], edges[i], error);
      const double mean = std::clamp(excess / mass, low, high);
      const double slope = high > low ? (f_left - f_right) / (high - low) : 0;
      const double chord = mass * (f_right + slope * (mean - low)) + std::abs(slope) * error;
      const double steepest = mass * std::max(f_left, f_right);
      sum.upper += std::min(chord, steepest) + mass_error * std::max(f_left, f_right);
      // Tangent: f at the mean; where the mean is uncertain, what is certain.
      const double shift = error / mass;
      const double low_mean = std::clamp(mean - shift, low, high),
                   high_mean = std::clamp(mean + shift, low, high);
      const auto at = [&](double x) { return f(std::max(-e, std::log1p(x))); };
      double least = std::min(at(low_mean), at(high_mean));
      if (low_mean <= 0 && high_mean >= 0) least = std::min(least, f(0));
      sum.lower += std::max(0.0, mass - mass_error) * least;
    } else {
      sum.upper += mass_error * std::max(f_left, f_right);
    }
    loss_left = loss_right;
    f_left = f_right;
  }
  return {sum.lower * (1 - guard), sum.upper * (1 + guard)};
}

/// log sinh(x) for x > 0.
double log_sinh(double x) {
  return x + std::log(-std::expm1(-2 * x)) - std::numbers::ln2;
}

/// sinh(a e/2) sinh((a-1) e/2) / (a - 1) / sinh^2(e/4), finite at a = 1; as a logarithm.
double log_growth(double e, double a) {
  const double last = a == 1 ? std::log(e / 2) : log_sinh((a - 1) * e / 2) - std::log(a - 1);
  return log_sinh(a * e / 2) + last - 2 * log_sinh(e / 4);
}

/// log(1 + (a - 1) x) / (a - 1) at x = e^{log_x}.
double from_moment(double log_x, double a) {
  if (a == 1) return std::exp(log_x);
  const double log_scaled = log_x + std::log(a - 1);
  return (log_scaled > 700 ? log_scaled : std::log1p(std::exp(log_scaled))) / (a - 1);
}

/// sup over t > 0 of 2 log(1 + w (cosh t - 1)) / t^2. w itself for w >= 1/3: the coefficients of
/// t^{2k} compare as w^{k-1} >= 1/(2k-1)!!.
double cosh_constant(double w) {
  if (w >= 1.0 / 3) return w;
  if (w == 0) return 0;
  const auto negative = [w](double t) {
    const double s = std::sinh(t / 2);
    return -2 * std::log1p(2 * w * s * s) / (t * t);
  };
  // Beyond t = 2 log(2/w) the logarithm is close to t - log(2/w) and the quotient falls.
  const double end = std::min(600.0, 4 - 4 * std::log(w));
  constexpr int steps = 64;
  int best = 1;
  for (int i = 2; i <= steps; ++i)
    if (negative(end * i / steps) < negative(end * best / steps)) best = i;
  const auto found = boost::math::tools::brent_find_minima(
      negative, end * (best - 0.999) / steps, end * (best + 1) / steps, 40);
  return std::max(w, -found.second * (1 + 1e-9));
}

}  // namespace

RenyiBracket mixture_renyi(double z, double e, double a, int cells) {
  const Cells pair(z, e);
  const double laplace = laplace_divergence(e, a);
  if (e > 600) {  // Q's masses underflow: only what P has at the largest loss
    const double lower = a == 1 ? 0 : e + std::log(pair.p_below()) / (a - 1);
    return {std::max(0.0, lower), laplace};
  }
  const std::vector<double> edges = edges_of(z, e, cells);
  RenyiBracket bracket;
  if (a * e <= largest_exponent) {
    const auto moment = expectation(pair, edges, e, [a](double l) { return convex_part(l, a); });
    bracket = {from_moment(std::log(moment.lower), a), from_moment(std::log(moment.upper), a)};
  } else if (a == 1) {
    bracket = expectation(pair, edges, e, [](double l) { return convex_part(l, 1); });
  } else {
    const auto scaled =
        expectation(pair, edges, e, [a, e](double l) { return std::exp(a * (l - e)); });
    bracket = {(a * e + std::log(scaled.lower)) / (a - 1),
               (a * e + std::log(scaled.upper)) / (a - 1)};
  }
  bracket.upper = std::min(bracket.upper, laplace);
  bracket.lower = std::clamp(bracket.lower, 0.0, bracket.upper);
  return bracket;
}

double mixture_renyi_bound(double kappa, double e, double a) {
  if (e == 0 || kappa == 0) return 0;
  const double laplace = laplace_divergence(e, a);
  if (e > 600) return laplace;
  return std::min(laplace,
                  from_moment(std::log(kappa * e * e / 8) + log_growth(e, a), a) * (1 + guard));
}

double mixture_renyi_slope(double kappa, double largest, double a) {
  if (largest == 0) return kappa * a / 2;
  if (kappa == 0) return 0;
  return kappa / 8 * std::exp(log_growth(largest, a)) * (1 + guard);
}

double mixture_zcdp_slope(double kappa, double largest) {
  if (kappa == 0) return 0;
  // Probability w with which randomised response at `largest` would have to be shown to reach the
  // Hellinger distance kappa e^2/8: kappa e^2 / (8 (1 - sech(e/2))), increasing in e.
  double w = kappa;
  if (largest > 0) {
    const double s = std::sinh(largest / 4);
    w = kappa * largest * largest / 16 * std::cosh(largest / 2) / (s * s);
  }
  return w < 1 ? std::min(0.5, cosh_constant(w) / 2) * (1 + guard) : 0.5;
}

}  // namespace dpsco
