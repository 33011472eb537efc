#include "privacy/accountants/gdp_composition.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Outcome<double> squared_mu(const Mechanism& mechanism, Adjacency adjacency) {
  if (std::holds_alternative<NonPrivate>(mechanism)) return infinity;
  if (const auto* gaussian = std::get_if<Gaussian>(&mechanism)) {
    const double mu = sensitivity_factor(*gaussian, adjacency) / gaussian->noise_multiplier;
    return mu * mu;
  }
  if (const auto* gdp = std::get_if<Gdp>(&mechanism)) return gdp->mu * gdp->mu;
  if (const auto* iteration = std::get_if<NoisyIteration>(&mechanism)) {
    if (const auto* named = std::get_if<NamedSchedule>(&iteration->schedule))
      return noisy_iteration_squared_mu(expand(*named));
    return noisy_iteration_squared_mu(std::get<IterationArrays>(iteration->schedule));
  }
  return Skip{fmt::format("'{}' does not imply Gaussian differential privacy", name(mechanism))};
}

}  // namespace

double noisy_iteration_squared_mu(const IterationArrays& arrays) {
  // Backwards, in units of P_t: with V_t = sum_{r >= t} sigma_r^2 P_r^2 / P_t^2 and P_t = c_{t+1}
  // P_{t+1},
  //   V_t = sigma_t^2 + V_{t+1} / c_{t+1}^2,  mu^2 = max_t s_t^2 / V_t: nothing under- or
  //   overflows.
  double worst = 0, variance = 0, next_contraction = 1;
  for (std::size_t t = arrays.sigma.size(); t-- > 0;) {
    // c = 0 forgets everything before it: P_t = 0, so the record leaves no trace.
    variance = next_contraction == 0 ? infinity : variance / (next_contraction * next_contraction);
    variance += arrays.sigma[t] * arrays.sigma[t];
    const double s = arrays.sensitivity[t];
    if (s > 0) worst = std::max(worst, variance > 0 ? s * s / variance : infinity);
    next_contraction = arrays.contraction[t];
  }
  return worst;
}

Outcome<double> squared_mu(const Ledger& ledger) {
  double sum = 0;
  for (const Event& event : ledger.events) {
    const auto one = squared_mu(event.mechanism, ledger.adjacency);
    if (!one) return one;
    sum += double(event.count) * *one;
  }
  return sum;
}

}  // namespace dpsco
