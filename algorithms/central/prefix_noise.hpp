// Correlated noise for prefix sums of a stream of T vectors, one pass: the two factorisations that
// DP-FTRL knows. Unit variance per draw; what a record costs stands with each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "framework/core/random.hpp"

namespace dpsco {

/// Binary tree: prefix t is the sum of one node for each set bit of t, each node noised once.
/// A leaf is in at most 1 + floor(log2 T) nodes (event tree_aggregation). O(d) a step, memory
/// d log2 T.
class TreeNoise {
 public:
  /// pre: d >= 0, steps >= 1.
  TreeNoise(std::int64_t d, std::int64_t steps);
  /// Total noise [d] of the next prefix; valid until the next call.
  std::span<const double> next(Stream& stream);

 private:
  std::size_t d_;
  std::uint64_t t_ = 0;
  std::vector<double>
      at_level_{};  ///< [levels, d]: total at the last prefix whose lowest bit it is
};

/// First `bands` coefficients of (1 - x)^(-1/2): c_0 = 1, c_k = c_{k-1} (2k - 1)/(2k), the square
/// root of the prefix-sum matrix. pre: bands >= 1.
std::vector<double> square_root_coefficients(std::int64_t bands);

/// Largest column norm of the lower-triangular banded Toeplitz matrix C of `steps` rows with these
/// coefficients: its first column's. One pass puts a record into one row, so this times the row's
/// change is the sensitivity of C X.
double column_norm(std::span<const double> coefficients, std::int64_t steps);

/// Banded factors: A = B C with A the prefix sums and C as above; releasing C X + Z is releasing
/// X + C^-1 Z, whose rows y solve the recurrence y_t = (z_t - sum_{0<k<bands} c_k y_{t-k}) / c_0.
/// Total noise of prefix t is y_1 + ... + y_t. O(bands d) a step, memory bands d.
class BandedNoise {
 public:
  /// pre: d >= 0, bands >= 1.
  BandedNoise(std::int64_t d, std::int64_t bands);
  /// As TreeNoise::next.
  std::span<const double> next(Stream& stream);

 private:
  std::size_t d_, t_ = 0;
  std::vector<double> coefficients_;
  std::vector<double> rows_;   ///< [bands, d], row t at t mod bands
  std::vector<double> total_;  ///< [d]
};

}  // namespace dpsco
