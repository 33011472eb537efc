// Noise that an agent adds to what it broadcasts, and the event that the ledger lists for it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "framework/core/random.hpp"
#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// Independent of everything else, fresh in every round.
struct BroadcastNoise {
  enum class Kind {
    none,
    laplace,      ///< scale s: density e^{-|x|/s}/(2s) in each coordinate
    gaussian,     ///< standard deviation s in each coordinate
    exponential,  ///< density proportional to e^{-||x||_2/s}: radius Gamma(d, s), any direction
  };
  Kind kind = Kind::none;
  double scale = 0;  ///< s > 0, in units of what is broadcast

  /// out [d] += one draw. scratch [d] is overwritten.
  void add_to(std::span<double> out, Stream& stream, std::span<double> scratch) const;
  /// Variance of one coordinate of a draw of d.
  double variance(double d) const;
};

/// "laplace", "gaussian" or "exponential". Throws ConfigError on another word.
BroadcastNoise::Kind noise_named(std::string_view word);

/// `count` broadcasts with noise of scale `multiplier` times the largest contribution of one record
/// in the norm that the noise needs: L1 for Laplace, L2 for the others.
Ledger broadcast_ledger(BroadcastNoise::Kind kind,
                        double multiplier,
                        std::int64_t count,
                        Adjacency adjacency);

}  // namespace dpsco
