#include "algorithms/central/hidden_order.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "framework/core/special.hpp"

namespace dpsco {

namespace {

constexpr double range_width = 0.005;  // of log mu
constexpr double deepest = 3;          // log(mu_max / mu) beyond which all mu are one: cheap anyway
constexpr double spacing = 0.1;        // of epsilon, in standard deviations of the privacy loss
constexpr double farthest = 37;        // standard deviations: delta is about 1e-300 there
constexpr double largest_epsilon = 600;

struct Range {
  double mu = 0, probability = 0;
};

/// delta(epsilon) of mu-GDP from above. log_gdp_delta subtracts log Phi(x) from
/// epsilon + log Phi(x'), |x|, |x'| <= z = epsilon/mu + mu/2, each with a rounding of
/// some u z^2; they differ by about min(mu, 1)/(1 + z) or more, so delta is off by some
/// u (1 + z)^3 / min(mu, 1) relative:
/// 36 u of it is more than ten times what 3000 random pairs showed against 60 digits. Where that
/// says nothing any more, delta(0) = 2 Phi(mu/2) - 1 <= mu / sqrt(2 pi).
double gdp_delta_above(double epsilon, double mu) {
  const double z = epsilon / mu + mu / 2;
  const double error = 4e-15 * std::pow(1 + z, 3) / std::min(mu, 1.0);
  if (error > 0.5) return std::min(1.0, 0.4 * mu);
  return std::exp(log_gdp_delta(epsilon, mu)) * (1 + 2 * error);
}

}  // namespace

std::vector<double> position_costs(const IterationArrays& arrays) {
  // Backwards in units of P_t: V_t = sigma_t^2 + V_{t+1} / c_{t+1}^2, mu_t^2 = s_t^2 / V_t.
  std::vector<double> mu(arrays.sigma.size());
  double variance = 0, next_contraction = 1;
  for (std::size_t t = mu.size(); t-- > 0;) {
    variance = variance / (next_contraction * next_contraction) + arrays.sigma[t] * arrays.sigma[t];
    mu[t] = arrays.sensitivity[t] / std::sqrt(variance);
    next_contraction = arrays.contraction[t];
  }
  return mu;
}

PrivacyProfile hidden_order_profile(const IterationArrays& arrays,
                                    std::span<const std::int64_t> batches,
                                    std::int64_t n,
                                    double exact_at) {
  const std::vector<double> mu = position_costs(arrays);
  assert(batches.size() == mu.size());
  const double worst = *std::max_element(mu.begin(), mu.end());
  std::map<std::int64_t, Range> ranges;
  for (std::size_t t = 0; t < mu.size(); ++t) {
    if (mu[t] == 0) continue;
    const double depth = std::min(std::log(worst / mu[t]), deepest);
    Range& range = ranges[std::int64_t(depth / range_width)];
    range.mu = std::max(range.mu, mu[t]);
    range.probability += double(batches[t]) / double(n);
  }

  // A step of the recursion for the variance rounds four times, of which mu sees half.
  const double above = 1 + 2.5e-16 * (double(mu.size()) + 8);
  PrivacyProfile profile;
  // Beyond 600 nothing is kept, so a large mu needs no more points than a small one.
  const double last = std::min(worst / 2 + farthest, largest_epsilon / worst);
  const auto points = std::int64_t(last / spacing);
  for (std::int64_t i = 0; i <= points; ++i)  // epsilon = worst (worst/2 + z), z from -worst/2 on
    if (const double epsilon = worst * spacing * double(i); epsilon < largest_epsilon)
      profile.epsilon.push_back(epsilon);
  profile.epsilon.push_back(exact_at);
  std::sort(profile.epsilon.begin(), profile.epsilon.end());
  profile.epsilon.erase(std::unique(profile.epsilon.begin(), profile.epsilon.end()),
                        profile.epsilon.end());
  for (const double epsilon : profile.epsilon) {
    double delta = 0;
    for (const auto& [depth, range] : ranges)
      delta += range.probability * gdp_delta_above(epsilon, range.mu * above);
    profile.delta.push_back(std::min(1.0, delta * (1 + 1e-12) + 1e-300));
  }
  return profile;
}

}  // namespace dpsco
