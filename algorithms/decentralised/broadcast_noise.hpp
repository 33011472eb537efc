// Noise that an agent adds to what it broadcasts, and the ledger that says so.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "framework/contracts.hpp"

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

/// Bounds on one record's contribution to a release of d coordinates. It moves by `factor` times
/// that (2 under replace_one, else 1).
struct Contribution {
  double one = 0, two = 0, inf = 0;  ///< in L1, L2 and max norm
  double d = 1;
};

/// Noise that pays for a number of releases.
struct PlannedNoise {
  double scale = 0;  ///< BroadcastNoise::scale on the release
  Ledger ledger{};   ///< of every agent alone, and of the network: a record is at one agent
};

/// `count` releases of one agent, by the budget's calibrator, whose Skip it passes on. The ledger
/// lists noise in units of the contribution in the norm that the law needs: L1 for Laplace, L2 for
/// the others. `none`: scale 0 and a ledger without privacy.
Outcome<PlannedNoise> planned_noise(BroadcastNoise::Kind kind,
                                    const Contribution& C,
                                    std::int64_t count,
                                    const Budget& budget);
/// The same for Laplace noise on releases with random weights. The ledger states all three norms,
/// so accountants may use the best, and width 0: the worst case over outputs is the same for every
/// width, and widths depend on earlier outputs, so only a filter could use them.
Outcome<PlannedNoise> planned_weighted_laplace(const Contribution& C,
                                               std::int64_t count,
                                               const Budget& budget);

}  // namespace dpsco
