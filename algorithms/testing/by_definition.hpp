// What the tests that follow a method's definition share: a calibrator straight from the definition
// of its cost, plans by name, and the plain loops' parts. Problems and runs are those of cases.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/add_algorithms.hpp"
#include "algorithms/testing/cases.hpp"
#include "framework/core/special.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco::testing {

/// mu^2 of noisy iteration from its definition: max_t s_t^2 P_t^2 / sum_{r>=t} sigma_r^2 P_r^2.
inline double squared_mu(const IterationArrays& a) {
  double worst = 0, sum = 0, P = 1;
  for (std::size_t t = a.sigma.size(); t-- > 0;) {
    sum += a.sigma[t] * a.sigma[t] * P * P;
    worst = std::max(worst, a.sensitivity[t] * a.sensitivity[t] * P * P / sum);
    P *= a.contraction[t];
  }
  return worst;
}

/// mu^2 of an event under replace_one; sampled Gaussians by the central limit theorem, which is no
/// bound but falls with the noise, all that a test of a plan needs.
inline double squared_mu(const Mechanism& mechanism) {
  if (const auto* gdp = std::get_if<Gdp>(&mechanism)) return gdp->mu * gdp->mu;
  if (const auto* g = std::get_if<Gaussian>(&mechanism))
    return std::pow(sensitivity_factor(*g, Adjacency::replace_one) / g->noise_multiplier, 2);
  if (const auto* iteration = std::get_if<NoisyIteration>(&mechanism)) {
    const auto* named = std::get_if<NamedSchedule>(&iteration->schedule);
    return squared_mu(named != nullptr ? expand(*named)
                                       : std::get<IterationArrays>(iteration->schedule));
  }
  if (const auto* s = std::get_if<SampledWithoutReplacement>(&mechanism)) {
    const double rate = double(s->batch) / double(s->population);
    const double inner = squared_mu(s->inner.at(0).mechanism);
    return rate == 1 ? inner : std::min(1e12, rate * rate * std::expm1(std::min(inner, 700.0)));
  }
  const auto& many = std::get<Heterogeneous>(mechanism);
  double sum = 0;
  Mechanism step = many.inner.at(0).mechanism;
  for (const double noise : many.noise_multiplier) {
    auto* sampled = std::get_if<SampledWithoutReplacement>(&step);
    auto& innermost = sampled != nullptr ? sampled->inner.at(0).mechanism : step;
    std::get<Gaussian>(innermost).noise_multiplier = noise;
    sum += squared_mu(step);
  }
  return sum;
}

/// Smallest scale by bisection on mu, or on delta for a privacy profile.
struct ByDefinition final : Calibrator {
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& ledger_at,
                                 const Target& target) const override {
    const auto affordable = [&](double scale) {
      const Ledger ledger = ledger_at(scale);
      double sum = 0;
      for (const Event& event : ledger.events) {
        if (const auto* profile = std::get_if<PrivacyProfile>(&event.mechanism)) {
          for (std::size_t i = 0; i < profile->epsilon.size(); ++i)
            if (profile->epsilon[i] == target.epsilon) return profile->delta[i] <= target.delta;
          return false;
        }
        sum += double(event.count) * squared_mu(event.mechanism);
      }
      return std::sqrt(sum) <= gdp_mu(target.epsilon, target.delta);
    };
    double low = -40, high = 40;  // log scale
    while (high - low > 1e-13) {
      const double middle = (low + high) / 2;
      if (middle == low || middle == high) break;
      (affordable(std::exp(middle)) ? high : low) = middle;
    }
    return std::exp(high);
  }
};
inline const ByDefinition by_definition;

inline Outcome<std::shared_ptr<const Plan>> plan(const char* name,
                                                 const Facts& facts,
                                                 const Parameters& parameters = {},
                                                 Target target = {.epsilon = 1, .delta = 1e-5}) {
  Catalog catalog;
  add_algorithms(catalog);
  return catalog.algorithms.make(name, parameters)->plan(facts, {target, &by_definition});
}

inline Problem problem(Index n, Index d, std::shared_ptr<const Loss> loss, bool compressed) {
  const Problem dense = problem(n, d, std::move(loss));
  return compressed ? sparse(dense) : dense;
}

inline Problem blank_problem(Index n, Index d) {
  return silent(n, d, std::make_shared<Logistic>());
}

inline const std::vector<std::shared_ptr<Logistic>>& plain_and_ridge() {
  static const auto losses = [] {
    std::vector<std::shared_ptr<Logistic>> both{std::make_shared<Logistic>(),
                                                std::make_shared<Logistic>()};
    both.back()->l2 = 0.3;
    return both;
  }();
  return losses;
}

/// slope of record i's loss at w, one coordinate after the other. on: dense.
inline double plain_slope(const Problem& on, Index i, const std::vector<double>& w) {
  double margin = 0;
  const auto row = std::get<DenseMatrix>(on.data.x).row(i);
  for (std::size_t j = 0; j < w.size(); ++j) margin += row.values[j] * w[j];
  return on.loss->slope(margin, on.data.y[std::size_t(i)]);
}
/// g <- g + scale * gradient of record i at w. on: dense.
inline void add_gradient(const Problem& on,
                         Index i,
                         const std::vector<double>& w,
                         double scale,
                         std::vector<double>& g) {
  const double slope = plain_slope(on, i, w);
  const auto row = std::get<DenseMatrix>(on.data.x).row(i);
  for (std::size_t j = 0; j < w.size(); ++j) g[j] += scale * slope * row.values[j];
}
inline void plain_projection(std::vector<double>& w, double radius) {
  double size = 0;
  for (const double v : w) size += v * v;
  if (radius > 0 && std::sqrt(size) > radius)
    for (double& v : w) v *= radius / std::sqrt(size);
}

/// |a_j - b_j| <= tolerance (1 + |b_j|) for every j, and as many of them.
inline bool close(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  return distance(a, b) <= tolerance;
}

/// Mean square of the output's coordinates over 200 runs, and five standard errors of that mean if
/// they are independent and normal.
inline double output_variance(const Plan& plan, const Problem& blank) {
  return mean_square(plan, blank, 200);
}
inline double variance_tolerance(Index d) {
  return 5 * std::sqrt(2.0 / (200.0 * double(d)));
}

}  // namespace dpsco::testing
