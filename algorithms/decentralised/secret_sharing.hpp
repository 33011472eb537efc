// Sums of numbers over Z_{2^64} by additive secret sharing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "framework/core/random.hpp"

namespace dpsco {

/// The sum of N agents' vectors [d], of which any N - 1 agents see nothing but it and their own.
class SecretSum {
 public:
  SecretSum(int agents, std::size_t d)
      : agents_(agents), d_(d), received_(std::size_t(agents) * d, 0), share_(d), last_(d) {}

  /// One agent shares q [d]: N - 1 uniform shares from its `stream`, and what is left of q.
  void share(std::span<const std::uint64_t> q, Stream& stream);
  /// out [d] <- sum of all that was shared, mod 2^64; forgets it.
  void open(std::span<std::uint64_t> out);
  /// What agent j has received so far, summed [d]: its broadcast.
  std::span<const std::uint64_t> broadcast(int j) const {
    return std::span(received_).subspan(std::size_t(j) * d_, d_);
  }

 private:
  int agents_;
  std::size_t d_;
  std::vector<std::uint64_t> received_;  ///< [N, d]
  std::vector<std::uint64_t> share_, last_;
};

/// round(2^bits x) mod 2^64, halves upwards. pre: |x| < 2^(63 - bits).
std::uint64_t encode(double x, int bits);
/// The number that a sum of encoded numbers stands for. Exact up to 2^-bits-1 a summand if the
/// sum is below 2^(63 - bits) in absolute value.
double decode(std::uint64_t sum, int bits);

}  // namespace dpsco
