// The law of Algorithm 1's last iterate for explicit losses, by propagating densities: it shares no
// code with the accountants.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

namespace dpsco::oracle {

/// The last update of Algorithm 1 in one dimension with Theorem 1's parameters for (2 eps, delta),
/// G = eta_0 = 1: Huber losses with eta L = 1 for everybody, so a step maps w to w - clip(w, +-eta
/// G), and in the last batch of `m` one record with the linear loss +-G w. pre: eps > 0, T >= 5.
struct LastBatch {
  std::int64_t T = 4000;
  double eta = 0, beta0 = 0;

  LastBatch(std::int64_t horizon, double eps, double delta)
      : T(horizon),
        eta(1 / (2 * std::sqrt(double(T)))),
        beta0((eps - std::log(delta)) / (2 * eps * eps * double(T))) {}

  static double contraction(std::int64_t t) { return 1 - 1 / double(t); }
  double sigma(std::int64_t t) const {
    const double c = contraction(t);
    return std::sqrt((1 - c * c) * beta0);
  }
  /// Largest distance of the last iterate's means in noise standard deviations, as a Gaussian pair.
  double mu(std::int64_t m) const { return 2 * eta * contraction(T) / double(m) / sigma(T); }

  /// delta(epsilon) of the true law, on a grid over the last few updates: earlier ones leave no
  /// trace, as a step sends the whole bulk to 0.
  double delta(std::int64_t m, double epsilon) const {
    constexpr int points = 1201;
    const double reach = 12 * sigma(T), step = 2 * reach / (points - 1);
    const auto at = [&](int i) { return -reach + i * step; };
    const auto huber = [&](double w) { return std::clamp(w, -eta, eta); };
    const auto propagate = [&](const std::vector<double>& before, std::int64_t t, auto map) {
      std::vector<double> after(points, 0);
      const double s = sigma(t);
      for (int j = 0; j < points; ++j) {
        if (before[std::size_t(j)] < 1e-30) continue;
        const double centre = contraction(t) * map(at(j));
        for (int i = 0; i < points; ++i) {
          const double z = (at(i) - centre) / s;
          after[std::size_t(i)] += before[std::size_t(j)] * step * std::exp(-z * z / 2) /
                                   (s * std::sqrt(2 * std::numbers::pi));
        }
      }
      return after;
    };
    std::vector<double> density(points, 0);
    density[points / 2] = 1 / step;
    for (std::int64_t t = T - 3; t < T; ++t)
      density = propagate(density, t, [&](double w) { return w - huber(w); });
    const auto last = [&](double sign) {
      return propagate(density, T, [&](double w) {
        return w - (sign * eta + double(m - 1) * huber(w)) / double(m);
      });
    };
    const auto P = last(-1), Q = last(1);
    double sum = 0;
    for (std::size_t i = 0; i < std::size_t(points); ++i)
      sum += step * std::max(0.0, P[i] - std::exp(epsilon) * Q[i]);
    return sum;
  }
};

}  // namespace dpsco::oracle
