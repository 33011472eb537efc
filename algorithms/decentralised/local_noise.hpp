// The noise that an agent adds to what it sends, and the ledger that says so.
#pragma once

#include <span>
#include <string_view>

#include "algorithms/decentralised/agents.hpp"

namespace dpsco {

/// gaussian: N(0, scale^2 I). laplace: each coordinate of density e^{-|b|/scale}/(2 scale).
/// exponential_l2: density proportional to e^{-||b||_2/scale}; its coordinates have variance
/// (d + 1) scale^2.
enum class NoiseKind { gaussian, laplace, exponential_l2 };
inline constexpr std::string_view noise_names = "gaussian laplace exponential-l2";
/// Throws ConfigError on a name that is not in noise_names.
NoiseKind noise_kind(std::string_view name);

/// x <- x + noise. O(d).
void add_noise(NoiseKind kind, Stream& stream, std::span<double> x, double scale);

/// Noise found for a number of releases of one agent's gradients.
struct PlannedNoise {
  Ledger ledger{};
  double scale = 0;  ///< of the noise on the gradient, as add_noise() takes it
};
/// `count` releases of a vector that one record moves as far as `B` says under the target's
/// adjacency: calibrated to the budget. Every agent has this ledger, and a record is at one agent,
/// so it is the network's too. Skip as the calibrator's.
Outcome<PlannedNoise> plan_noise(NoiseKind kind,
                                 const GradientSensitivity& B,
                                 std::int64_t count,
                                 const Budget& budget);

}  // namespace dpsco
