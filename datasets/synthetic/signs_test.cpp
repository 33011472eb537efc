#include "datasets/synthetic/signs.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "framework/testing/near.hpp"

namespace dpsco {
namespace {

std::vector<double> ramp(std::size_t d) {
  std::vector<double> out(d);
  for (std::size_t j = 0; j < d; ++j) out[j] = 1 + 0.25 * double(j);
  return out;
}

bool bit(std::span<const std::uint64_t> words, std::size_t j) {
  return (words[j / 64] >> (j % 64) & 1U) != 0;
}

TEST_CASE("signed_row: a set bit is +scale, a clear bit -scale, for every length around a word") {
  Stream stream({1, 2});
  for (std::size_t d = 1; d <= 130; ++d) {
    CAPTURE(d);
    const std::vector<double> scale = ramp(d);
    std::vector<std::uint64_t> words(sign_words(d));
    stream.fill_bits(words);
    std::vector<double> row(d);
    signed_row(words, scale, row);
    for (std::size_t j = 0; j < d; ++j) CHECK(row[j] == (bit(words, j) ? scale[j] : -scale[j]));
  }
}

TEST_CASE("signed_sums: every one of the 256 entries is the sum over its bits") {
  for (std::size_t k = 0; k <= 8; ++k) {
    std::vector<double> terms(k);
    for (std::size_t j = 0; j < k; ++j) terms[j] = std::ldexp(1.0, int(3 * j));  // sums are exact
    const std::vector<double> sums = signed_sums(terms);
    REQUIRE(sums.size() == 256);
    for (std::size_t byte = 0; byte < 256; ++byte) {
      double expected = 0;
      for (std::size_t j = 0; j < k; ++j) expected += (byte >> j & 1U) != 0 ? terms[j] : -terms[j];
      CHECK(sums[byte] == expected);
    }
  }
}

TEST_CASE(
    "SignTable: margins equal dense products with the rows drawn word column by word column") {
  constexpr Index rows = 37;
  for (const std::size_t d : {1, 5, 7, 8, 9, 31, 32, 33, 40, 63, 64, 65, 100, 130}) {
    CAPTURE(d);
    Stream drawn({7, d}), again({7, d});
    const SignTable table(rows, ramp(d), drawn);
    std::vector<std::vector<std::uint64_t>> columns(sign_words(d),
                                                    std::vector<std::uint64_t>(rows));
    for (auto& column : columns) again.fill_bits(column);

    std::vector<double> w(d);
    Stream noise({8, d});
    noise.normals(w);
    if (d > 40) std::fill(w.begin() + 8, w.begin() + 32, 0.0);  // groups that are skipped
    const std::vector<double> margins = table.margins(w);
    REQUIRE(margins.size() == std::size_t(rows));
    for (std::size_t i = 0; i < std::size_t(rows); ++i) {
      std::vector<std::uint64_t> words;
      words.reserve(columns.size());
      for (const auto& column : columns) words.push_back(column[i]);
      double expected = 0, size = 0;
      for (std::size_t j = 0; j < d; ++j) {
        const double term = table.scale()[j] * w[j];
        expected += bit(words, j) ? term : -term;
        size += std::abs(term);
      }
      CHECK(std::abs(margins[i] - expected) <= 1e-14 * size);
      CHECK((d < 8 ? (table.first_bytes()[i] ^ words[0]) & ((1U << d) - 1)
                   : table.first_bytes()[i] ^ (words[0] & 255U)) == 0);
    }
    CHECK(table.bytes() == SignTable::bytes(rows, Index(d)));
  }
}

TEST_CASE("SignTable: the zero predictor has zero margins") {
  Stream stream({3, 4});
  const SignTable table(10, ramp(20), stream);
  CHECK(table.margins(std::vector<double>(20)) == std::vector<double>(10));
}

}  // namespace
}  // namespace dpsco
