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
      delta += range.probability * std::exp(log_gdp_delta(epsilon, range.mu));
    profile.delta.push_back(std::min(1.0, delta * (1 + 1e-12) + 1e-300));
  }
  return profile;
}

}  // namespace dpsco
