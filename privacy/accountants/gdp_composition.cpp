#include "privacy/accountants/gdp_composition.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "privacy/accountants/heterogeneous_steps.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double square(double x) {
  return x * x;
}

/// Mu^2 of one step with the given noise, or nothing if it is not a Gaussian mechanism.
std::optional<double> step_squared_mu(const Mechanism& step, double noise, Adjacency adjacency) {
  if (const auto* gaussian = std::get_if<Gaussian>(&step))
    return square(sensitivity_factor(*gaussian, adjacency) / noise);
  // A record is in at most 1 + floor(log2 leaves) nodes, each a Gaussian; under add_remove an
  // absent record is a leaf of zeros.
  if (const auto* tree = std::get_if<TreeAggregation>(&step))
    return double(std::bit_width(static_cast<std::uint64_t>(tree->leaves))) *
           square(sensitivity_factor(0, adjacency) / noise);
  return std::nullopt;
}

Outcome<double> heterogeneous_squared_mu(const Heterogeneous& steps, Adjacency adjacency) {
  const Event& inner = only(steps.inner, "heterogeneous");
  long double sum = 0;
  for (const double noise : steps.noise_multiplier) {
    const auto one = step_squared_mu(inner.mechanism, noise, adjacency);
    if (!one)
      return Skip{
          fmt::format("'{}' does not imply Gaussian differential privacy", name(inner.mechanism))};
    sum += static_cast<long double>(*one);
  }
  return double(sum) * double(inner.count);
}

Outcome<double> squared_mu(const Mechanism& mechanism, Adjacency adjacency) {
  if (std::holds_alternative<NonPrivate>(mechanism)) return infinity;
  if (const auto* gaussian = std::get_if<Gaussian>(&mechanism))
    return *step_squared_mu(mechanism, gaussian->noise_multiplier, adjacency);
  if (const auto* tree = std::get_if<TreeAggregation>(&mechanism))
    return *step_squared_mu(mechanism, tree->noise_multiplier, adjacency);
  if (const auto* steps = std::get_if<Heterogeneous>(&mechanism))
    return heterogeneous_squared_mu(*steps, adjacency);
  if (const auto* gdp = std::get_if<Gdp>(&mechanism)) return gdp->mu * gdp->mu;
  if (const auto* iteration = std::get_if<NoisyIteration>(&mechanism)) {
    if (const auto* named = std::get_if<NamedSchedule>(&iteration->schedule))
      return noisy_iteration_squared_mu(expand(*named));
    return noisy_iteration_squared_mu(std::get<IterationArrays>(iteration->schedule));
  }
  return Skip{fmt::format("'{}' does not imply Gaussian differential privacy", name(mechanism))};
}

}  // namespace

IterationCost noisy_iteration_cost(const IterationArrays& arrays) {
  // Backwards, in units of P_t: with V_t = sum_{r >= t} sigma_r^2 P_r^2 / P_t^2 and
  // P_t = c_{t+1} P_{t+1},
  //   V_t = sigma_t^2 + V_{t+1} / c_{t+1}^2,  mu^2 = max_t s_t^2 / V_t:
  // nothing under- or overflows.
  IterationCost worst;
  double variance = 0, next_contraction = 1;
  for (std::size_t t = arrays.sigma.size(); t-- > 0;) {
    // c = 0 forgets everything before it: P_t = 0, so the record leaves no trace.
    variance = next_contraction == 0 ? infinity : variance / (next_contraction * next_contraction);
    variance += arrays.sigma[t] * arrays.sigma[t];
    const double s = arrays.sensitivity[t];
    const double cost = s > 0 ? (variance > 0 ? s * s / variance : infinity) : 0;
    if (cost > worst.squared_mu) worst = {cost, t};
    next_contraction = arrays.contraction[t];
  }
  return worst;
}

double noisy_iteration_squared_mu(const IterationArrays& arrays) {
  return noisy_iteration_cost(arrays).squared_mu;
}

Outcome<double> squared_mu(const Ledger& ledger) {
  double sum = 0;
  for (const Event& event : ledger.events) {
    auto one = squared_mu(event.mechanism, ledger.adjacency);
    if (!one) return one;
    sum += double(event.count) * *one;
  }
  return sum;
}

}  // namespace dpsco
