#include "results/compare/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "results/compare/paired_tests.hpp"

namespace dpsco {

namespace {

double normal_density(double z) {
  return std::exp(-z * z / 2) * 0.3989422804014327;  // 1 / sqrt(2 pi)
}

/// Phi(z) - Phi(z - q), without cancellation on the right.
double normal_mass(double z, double q) {
  constexpr double half_root = 0.7071067811865476;
  return z > q ? (std::erfc((z - q) * half_root) - std::erfc(z * half_root)) / 2
               : (std::erfc(-z * half_root) - std::erfc((q - z) * half_root)) / 2;
}

/// P(range of k standard normals <= q) = k integral phi(z) (Phi(z) - Phi(z - q))^(k-1) dz, z the
/// largest.
double normal_range_cdf(int k, double q) {
  const auto density = [&](double z) {
    return k * normal_density(z) * std::pow(normal_mass(z, q), k - 1);
  };
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
      density, -9.0, 9.0, 10, 1e-11);
}

/// Friedman's statistic with the correction for ties.
double friedman(const Scores& scores, std::span<const double> means) {
  const auto N = double(scores.size()), k = double(means.size());
  double between = 0, spread = 0;
  for (const double mean : means) between += N * N * std::pow(mean - (k + 1) / 2, 2);
  for (const auto& row : scores)
    for (const double rank : mean_ranks_of(row)) spread += std::pow(rank - (k + 1) / 2, 2);
  return spread > 0 ? (k - 1) * between / spread : 0;
}

}  // namespace

PerformanceProfile performance_profile(const Scores& scores) {
  PerformanceProfile profile;
  const std::size_t methods = scores.empty() ? 0 : scores.front().size();
  std::vector<std::vector<double>> ratios(methods);
  profile.tau = {1};
  for (const auto& row : scores) {
    const double best = row.empty() ? 0 : *std::min_element(row.begin(), row.end());
    if (!(best > 0) || !std::isfinite(best)) {
      ++profile.without_ratio;
      continue;
    }
    ++profile.cells;
    for (std::size_t m = 0; m < methods; ++m) {
      ratios[m].push_back(row[m] / best);
      if (std::isfinite(ratios[m].back())) profile.tau.push_back(ratios[m].back());
    }
  }
  std::sort(profile.tau.begin(), profile.tau.end());
  profile.tau.erase(std::unique(profile.tau.begin(), profile.tau.end()), profile.tau.end());
  for (std::vector<double>& own : ratios) {
    std::sort(own.begin(), own.end());
    auto& share = profile.share.emplace_back();
    for (const double tau : profile.tau) {
      const auto reached = std::upper_bound(own.begin(), own.end(), tau) - own.begin();
      share.push_back(own.empty() ? 0 : double(reached) / double(own.size()));
    }
  }
  return profile;
}

double share_at(const PerformanceProfile& profile, std::size_t method, double tau) {
  const auto above = std::upper_bound(profile.tau.begin(), profile.tau.end(), tau);
  if (above == profile.tau.begin()) return 0;
  return profile.share[method][std::size_t(above - profile.tau.begin()) - 1];
}

double normal_range_quantile(int k, double p) {
  double low = 0, high = 1;
  while (normal_range_cdf(k, high) < p) high *= 2;
  while (high - low > 1e-9) {
    const double middle = (low + high) / 2;
    (normal_range_cdf(k, middle) < p ? low : high) = middle;
  }
  return high;
}

MeanRanks mean_ranks(const Scores& scores) {
  MeanRanks found{.cells = scores.size()};
  if (scores.empty()) return found;
  const std::size_t k = scores.front().size();
  found.ranks.assign(k, 0.0);
  for (const auto& row : scores) {
    const std::vector<double> ranks = mean_ranks_of(row);
    for (std::size_t m = 0; m < k; ++m) found.ranks[m] += ranks[m] / double(scores.size());
  }
  if (k < 2 || scores.size() < 2) return found;
  const boost::math::chi_squared law(double(k) - 1);
  found.p = boost::math::cdf(boost::math::complement(law, friedman(scores, found.ranks)));
  found.critical_difference = normal_range_quantile(int(k), 0.95) / std::sqrt(2.0) *
                              std::sqrt(double(k * (k + 1)) / (6 * double(scores.size())));
  return found;
}

}  // namespace dpsco
