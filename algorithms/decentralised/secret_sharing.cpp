#include "algorithms/decentralised/secret_sharing.hpp"

#include <algorithm>
#include <cmath>

namespace dpsco {

void SecretSum::share(std::span<const std::uint64_t> q, Stream& stream) {
  std::copy(q.begin(), q.end(), last_.begin());
  for (int j = 0; j + 1 < agents_; ++j) {
    stream.fill_bits(share_);
    const auto to = std::span(received_).subspan(std::size_t(j) * d_, d_);
    for (std::size_t l = 0; l < d_; ++l) {
      to[l] += share_[l];
      last_[l] -= share_[l];
    }
  }
  const auto to = std::span(received_).last(d_);
  for (std::size_t l = 0; l < d_; ++l) to[l] += last_[l];
}

void SecretSum::open(std::span<std::uint64_t> out) {
  std::fill(out.begin(), out.end(), 0);
  for (int j = 0; j < agents_; ++j)
    for (std::size_t l = 0; l < d_; ++l) out[l] += broadcast(j)[l];
  std::fill(received_.begin(), received_.end(), 0);
}

std::uint64_t encode(double x, int bits) {
  // Not llround: half away from zero does not commute with whole shifts.
  return std::uint64_t(std::int64_t(std::floor(std::ldexp(x, bits) + 0.5)));
}

double decode(std::uint64_t sum, int bits) {
  return std::ldexp(double(std::int64_t(sum)), -bits);
}

}  // namespace dpsco
