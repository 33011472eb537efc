#include "suites/claims/local_experiments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "framework/core/laplace_uniform.hpp"
#include "framework/core/random.hpp"

namespace dpsco {

namespace {

/// Density of two coordinates at (y, z) before the shift.
double density(double y, double z, bool shared) {
  constexpr double width = 4;
  const LaplaceUniform each{.rate = 1, .width = width};
  if (!shared) return std::exp(each.log_density(y) + each.log_density(z));
  // The mean over u in [0, width] of e^{-|y - u| - |z - u|}/4, in closed form on three pieces.
  const double low = std::min(y, z), high = std::max(y, z);
  const double left = std::clamp(low, 0.0, width), right = std::clamp(high, 0.0, width);
  const auto rising = [&](double a, double b) {  // u below both
    return (std::exp(2 * b - low - high) - std::exp(2 * a - low - high)) / 2;
  };
  const auto falling = [&](double a, double b) {  // u above both
    return (std::exp(low + high - 2 * a) - std::exp(low + high - 2 * b)) / 2;
  };
  return (rising(0, left) + (right - left) * std::exp(low - high) + falling(right, width)) /
         (4 * width);
}

double laplace(double y, double z) {
  return std::exp(-std::abs(y) - std::abs(z)) / 4;
}

}  // namespace

double sharing_error(int agents, int bits, int trials) {
  Stream stream({64, 1});
  const double scale = std::ldexp(1.0, bits);
  double worst = 0;
  for (int trial = 0; trial < trials; ++trial) {
    double truth = 0;
    std::vector<std::uint64_t> received(std::size_t(agents), 0);
    for (int i = 0; i < agents; ++i) {
      const double value = 200 * stream.uniform() - 100;
      truth += value;
      auto last = std::uint64_t(std::llround(scale * value));
      for (int j = 0; j + 1 < agents; ++j) {
        const std::uint64_t share = stream.bits();
        received[std::size_t(j)] += share;
        last -= share;
      }
      received[std::size_t(agents - 1)] += last;
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t share : received) sum += share;
    worst = std::max(worst, std::abs(double(std::int64_t(sum)) / scale - truth));
  }
  return worst / (agents * std::ldexp(1.0, -bits - 1));
}

double shared_weight_share(bool shared) {
  constexpr double shift = 0.1, step = 0.02, low = -14;
  constexpr int points = 1600;  // up to 14 beyond the widest weight
  double mixed = 0, plain = 0;
  for (int i = 0; i < points; ++i)
    for (int j = 0; j < points; ++j) {
      const double y = low + step * i, z = low + step * j;
      mixed += std::abs(density(y, z, shared) - density(y - shift, z + shift, shared));
      plain += std::abs(laplace(y, z) - laplace(y - shift, z + shift));
    }
  return mixed / plain;
}

LossDifference moved_loss_difference() {
  constexpr double moved = 0.02, h = 0.001, step = 1e-4;
  const auto value = [](double x) { return std::hypot(x, h); };
  const auto gradient = [&](double x) { return x / value(x); };
  LossDifference largest;
  for (int i = -10000; i <= 10000; ++i) {
    const double x = step * i;
    largest.values = std::max(largest.values, std::abs(value(x) - value(x - moved)));
    largest.gradients = std::max(largest.gradients, std::abs(gradient(x) - gradient(x - moved)));
  }
  return largest;
}

}  // namespace dpsco
