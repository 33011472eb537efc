// Rows of scaled random signs, x_j = s_j * (+-1), from packed bits. A set bit is +1.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "framework/core/random.hpp"
#include "framework/problem/matrix.hpp"

namespace dpsco {

/// Words of 64 signs that one row of d coordinates takes.
constexpr std::size_t sign_words(std::size_t d) {
  return (d + 63) / 64;
}

/// out[j] = +scale[j] where bit j of `words` is set, else -scale[j].
/// pre: scale.size() == out.size(), words.size() >= sign_words(out.size()).
void signed_row(std::span<const std::uint64_t> words,
                std::span<const double> scale,
                std::span<double> out);

/// Many rows of signs, one bit each, kept for margins <w, x> of all rows at once: eight coordinates
/// share a table of their 256 signed sums, so a row costs one look-up and one addition for eight
/// coordinates, and groups where w is zero cost nothing. Margins equal the dense product up to the
/// rounding of a sum in another order.
class SignTable {
 public:
  /// Draws rows * sign_words(scale.size()) words: word column by word column, all rows each.
  /// scale [d], d >= 1; rows >= 1.
  SignTable(Index rows, std::vector<double> scale, Stream& stream);

  Index rows() const { return rows_; }
  Index dimension() const { return Index(scale_.size()); }
  std::span<const double> scale() const { return scale_; }  ///< [d]
  /// <w, x_i> of every row, [rows]; w [d].
  std::vector<double> margins(std::span<const double> w) const;
  /// Signs of coordinates 0-7 of every row, bit j for coordinate j, [rows].
  std::span<const std::uint8_t> first_bytes() const {
    return std::span<const std::uint8_t>(bits_).first(std::size_t(rows_));
  }
  std::size_t bytes() const { return bits_.size() + scale_.size() * sizeof(double); }
  /// Bytes that a table of this shape will hold.
  static std::size_t bytes(Index rows, Index d) {
    return std::size_t((d + 7) / 8 * rows) + std::size_t(d) * sizeof(double);
  }

 private:
  Index rows_;
  std::vector<double> scale_;
  std::vector<std::uint8_t> bits_;  ///< [groups * rows], a group of eight coordinates after another
};

/// sums[b] = sum over the bits j of b of (set ? +1 : -1) * terms[j]; 256 values, terms.size() <= 8.
std::vector<double> signed_sums(std::span<const double> terms);

}  // namespace dpsco
