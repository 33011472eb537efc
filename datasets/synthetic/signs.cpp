#include "datasets/synthetic/signs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace dpsco {

namespace {

constexpr std::size_t group = 8;  // coordinates that share a byte

/// masks[b][k]: the sign bit of a double where bit k of b is clear.
constexpr auto masks = [] {
  std::array<std::array<std::uint64_t, group>, 256> all{};
  for (std::size_t byte = 0; byte < all.size(); ++byte)
    for (std::size_t k = 0; k < group; ++k)
      all[byte][k] = (byte >> k & 1U) != 0 ? 0 : std::uint64_t{1} << 63U;
  return all;
}();

std::uint8_t byte_of(std::uint64_t word, std::size_t k) {
  return std::uint8_t(word >> (8 * k));
}

double with_sign(double value, std::uint64_t mask) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) ^ mask);
}

using Sums = std::array<double, 256>;

/// Coordinates are added one after the other, so each sum has at most eight roundings.
void fill_signed_sums(std::span<const double> terms, Sums& sums) {
  sums.fill(0);
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const std::size_t bit = std::size_t{1} << k;
    for (std::size_t byte = 0; byte < bit; ++byte) {
      sums[byte | bit] = sums[byte] + terms[k];
      sums[byte] -= terms[k];
    }
  }
  // Padding bits of a last, shorter group mean nothing: the sums repeat.
  for (std::size_t byte = std::size_t{1} << terms.size(); byte < sums.size(); ++byte)
    sums[byte] = sums[byte - (std::size_t{1} << terms.size())];
}

}  // namespace

void signed_row(std::span<const std::uint64_t> words,
                std::span<const double> scale,
                std::span<double> out) {
  assert(scale.size() == out.size() && words.size() >= sign_words(out.size()));
  const std::size_t whole = out.size() / group;
  for (std::size_t g = 0; g < whole; ++g) {
    const auto& mask = masks[byte_of(words[g / 8], g % 8)];
    for (std::size_t k = 0; k < group; ++k)
      out[group * g + k] = with_sign(scale[group * g + k], mask[k]);
  }
  for (std::size_t j = whole * group; j < out.size(); ++j)
    out[j] = with_sign(scale[j], masks[byte_of(words[j / 64], j / 8 % 8)][j % 8]);
}

std::vector<double> signed_sums(std::span<const double> terms) {
  assert(terms.size() <= group);
  Sums sums{};
  fill_signed_sums(terms, sums);
  return {sums.begin(), sums.end()};
}

SignTable::SignTable(Index rows, std::vector<double> scale, Stream& stream)
    : rows_(rows), scale_(std::move(scale)) {
  assert(rows >= 1 && !scale_.empty());
  const std::size_t groups = (scale_.size() + group - 1) / group, n = std::size_t(rows);
  bits_.resize(groups * n);
  std::vector<std::uint64_t> column(n);
  for (std::size_t first = 0; first < groups; first += 8) {
    stream.fill_bits(column);
    for (std::size_t k = 0; k < std::min<std::size_t>(8, groups - first); ++k) {
      std::uint8_t* out = &bits_[(first + k) * n];
      for (std::size_t i = 0; i < n; ++i) out[i] = byte_of(column[i], k);
    }
  }
}

std::vector<double> SignTable::margins(std::span<const double> w) const {
  assert(w.size() == scale_.size());
  constexpr std::size_t together = 4;  // groups a pass: four tables fit the first cache
  const std::size_t n = std::size_t(rows_), groups = bits_.size() / n;
  std::vector<double> out(n);
  std::array<Sums, together> sums{};
  std::array<const std::uint8_t*, together> bytes{};
  std::size_t ready = 0;
  const auto add_ready = [&] {
    if (ready == together) {
      for (std::size_t i = 0; i < n; ++i)
        out[i] += (sums[0][bytes[0][i]] + sums[1][bytes[1][i]]) +
                  (sums[2][bytes[2][i]] + sums[3][bytes[3][i]]);
    } else {
      for (std::size_t k = 0; k < ready; ++k)
        for (std::size_t i = 0; i < n; ++i) out[i] += sums[k][bytes[k][i]];
    }
    ready = 0;
  };
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t from = g * group, count = std::min(group, w.size() - from);
    std::array<double, group> terms{};
    bool zero = true;
    for (std::size_t k = 0; k < count; ++k) {
      terms[k] = scale_[from + k] * w[from + k];
      zero = zero && terms[k] == 0;
    }
    if (zero) continue;
    fill_signed_sums(std::span<const double>(terms).first(count), sums[ready]);
    bytes[ready++] = &bits_[from / group * n];
    if (ready == together) add_ready();
  }
  add_ready();
  return out;
}

}  // namespace dpsco
