#include "algorithms/central/prefix_noise.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace dpsco {

TreeNoise::TreeNoise(std::int64_t d, std::int64_t steps)
    : d_(std::size_t(d)), at_level_(std::size_t(std::bit_width(std::uint64_t(steps))) * d_) {
  assert(d >= 0 && steps >= 1);
}

std::span<const double> TreeNoise::next(Stream& stream) {
  ++t_;
  const auto total = [&](std::uint64_t t) {
    return std::span(at_level_).subspan(std::size_t(std::countr_zero(t)) * d_, d_);
  };
  const auto out = total(t_);
  // The new node ends here and covers the lowest bit of t; what came before is the prefix without
  // that bit, whose total still stands at its own lowest bit.
  const std::uint64_t before = t_ & (t_ - 1);
  if (before == 0)
    std::fill(out.begin(), out.end(), 0.0);
  else
    std::copy_n(total(before).begin(), d_, out.begin());
  stream.scale_and_add_normals(out, 1, 1);
  return out;
}

std::vector<double> square_root_coefficients(std::int64_t bands) {
  std::vector<double> c(std::size_t(bands), 1.0);
  for (std::size_t k = 1; k < c.size(); ++k) c[k] = c[k - 1] * double(2 * k - 1) / double(2 * k);
  return c;
}

double column_norm(std::span<const double> coefficients, std::int64_t steps) {
  double sum = 0;
  for (const double c : coefficients.first(
           std::min(coefficients.size(), std::size_t(std::max<std::int64_t>(steps, 0)))))
    sum += c * c;
  return std::sqrt(sum);
}

BandedNoise::BandedNoise(std::int64_t d, std::int64_t bands)
    : d_(std::size_t(d)),
      coefficients_(square_root_coefficients(bands)),
      rows_(coefficients_.size() * d_, 0.0),
      total_(d_, 0.0) {}

std::span<const double> BandedNoise::next(Stream& stream) {
  const std::size_t bands = coefficients_.size();
  const auto row = [&](std::size_t t) { return std::span(rows_).subspan(t % bands * d_, d_); };
  const auto y = row(t_);
  stream.normals(y);  // over the row that just left the band; c_0 = 1
  for (std::size_t k = 1; k < std::min(bands, t_ + 1); ++k) {
    const auto past = row(t_ - k);
    for (std::size_t j = 0; j < d_; ++j) y[j] -= coefficients_[k] * past[j];
  }
  for (std::size_t j = 0; j < d_; ++j) total_[j] += y[j];
  ++t_;
  return total_;
}

}  // namespace dpsco
