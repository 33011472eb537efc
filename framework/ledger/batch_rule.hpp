// How batches grow over one pass. Batches are disjoint and t = 2..T, so a rule decides how many
// updates n records allow and how much noise follows each record.
#pragma once

#include <cstdint>

namespace dpsco {

/// Of a snowball: last batches of 3e7 records, more than any data set here has.
constexpr double largest_growth = 1e15;

struct BatchRule {
  enum class Kind {
    growing,             ///< ceil(sqrt(T / (2 (T - t + 1)))): Ma-Marinov-Zhang 2022, Assumption 3
    snowball,            ///< ceil(sqrt(growth / (T - t + 1))): Feldman-Koren-Talwar 2020
    equalised_harmonic,  ///< smallest m with m^2 (T^2 - k^2) >= k^2, k = t - 1: F <= 1 at c_t=1-1/t
    equalised_constant,  ///< smallest m with m^2 (1 - q) >= q, q = (1 - 1/T)^(2(T-t+1)): at c=1-1/T
  };
  Kind kind = Kind::growing;
  double growth = 1;           ///< of snowball, > 0
  bool printed_index = false;  ///< update t takes the batch of t - 1, as Algorithm 1 prints it

  /// Records of update t. pre: 2 <= t <= T <= 10^8 (1 <= t for growing without printed_index).
  std::int64_t batch(std::int64_t t, std::int64_t T) const;
  /// Largest T whose batches fit in n records; 1 if not even one update does. pre: n >= 0.
  std::int64_t horizon(std::int64_t n) const;
};

}  // namespace dpsco
