// What a stream promises whatever it is asked for: order, chunking, independence of its sequences.
#include "framework/core/random.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include <boost/math/distributions/chi_squared.hpp>
#include <doctest/doctest.h>

namespace dpsco {

namespace {

constexpr Stream::Identity identity{0x0123456789ABCDEFU, 0xFEDCBA9876543210U};

/// Lengths that cross, meet and miss the borders of tiles, zero included.
std::vector<std::size_t> random_split(std::size_t total, Stream& choice) {
  std::vector<std::size_t> lengths;
  while (total > 0) {
    const std::uint64_t longest = choice.below(4) == 0 ? 200 : 20;
    lengths.push_back(std::min<std::size_t>(total, choice.below(longest)));
    total -= lengths.back();
  }
  return lengths;
}

/// Pearson's statistic against equal expected counts stays below its 1 - 1e-6 quantile.
bool even(const std::vector<std::uint64_t>& counts) {
  const auto cells = double(counts.size());
  const double expected =
      double(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0})) / cells;
  double statistic = 0;
  for (const std::uint64_t count : counts)
    statistic += (double(count) - expected) * (double(count) - expected) / expected;
  return statistic < quantile(boost::math::chi_squared(cells - 1), 1 - 1e-6);
}

std::vector<double> ramp(std::size_t n, double slope) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = slope * double(i) - 3;
  return values;
}

}  // namespace

TEST_CASE("words are the same one by one, at once and in random pieces") {
  std::vector<std::uint64_t> single(1000), whole(1000);
  Stream a(identity), b(identity), choice({7, 7});
  for (std::uint64_t& word : single) word = a.bits();
  b.fill_bits(whole);
  CHECK(single == whole);
  for (int trial = 0; trial < 50; ++trial) {
    Stream c(identity);
    std::vector<std::uint64_t> pieces;
    for (const std::size_t length : random_split(1000, choice)) {
      std::vector<std::uint64_t> piece(length);  // its own heap block: overruns are seen by ASan
      if (length == 1)
        piece[0] = c.bits();
      else
        c.fill_bits(piece);
      pieces.insert(pieces.end(), piece.begin(), piece.end());
    }
    REQUIRE(pieces == whole);
  }
}

TEST_CASE("normals, the fused pass and the noisy step draw the same z whatever the pieces") {
  constexpr std::size_t n = 1500;
  constexpr double scale = 0.9, sigma = 0.3, step = 0.07;
  const std::vector<double> start = ramp(n, 0.01), gradient = ramp(n, -0.02);
  std::vector<double> z(n);
  Stream once(identity), choice({8, 8});
  once.normals(z);
  for (int trial = 0; trial < 50; ++trial) {
    Stream plain(identity), fused(identity), stepping(identity);
    std::size_t from = 0;
    for (const std::size_t length : random_split(n, choice)) {
      const auto first = std::ptrdiff_t(from), last = std::ptrdiff_t(from + length);
      std::vector<double> piece(length), w(start.begin() + first, start.begin() + last);
      std::vector<double> v = w;
      const std::vector<double> g(gradient.begin() + first, gradient.begin() + last);
      plain.normals(piece);
      fused.scale_and_add_normals(w, scale, sigma);
      stepping.noisy_step(v, g, step, scale, sigma);
      for (std::size_t i = 0; i < length; ++i) {
        const std::size_t j = from + i;
        REQUIRE(piece[i] == z[j]);
        REQUIRE(w[i] == scale * start[j] + sigma * z[j]);
        REQUIRE(v[i] == scale * (start[j] - step * gradient[j]) + sigma * z[j]);
      }
      from += length;
    }
  }
}

TEST_CASE("drawing words does not move the normals, nor the reverse") {
  Stream words_only(identity), normals_only(identity), both(identity);
  for (int i = 0; i < 200; ++i) {
    double z = 0, alone = 0;
    both.normals({&z, 1});
    normals_only.normals({&alone, 1});
    REQUIRE(z == alone);
    REQUIRE(both.bits() == words_only.bits());
  }
}

TEST_CASE("every purpose has its own stream; shared ones ignore the cell") {
  const Streams a(3, "data", "cell a"), b(3, "data", "cell b"), other_seed(4, "data", "cell a");
  std::set<std::uint64_t> first_words;
  constexpr std::array purposes{Purpose::data,
                                Purpose::split,
                                Purpose::init,
                                Purpose::sampling,
                                Purpose::noise,
                                Purpose::evaluation,
                                Purpose::audit};
  for (const Purpose purpose : purposes) {
    CAPTURE(name(purpose));
    const bool shared = purpose == Purpose::data || purpose == Purpose::split ||
                        purpose == Purpose::sampling || purpose == Purpose::evaluation;
    const std::uint64_t word = a.open(purpose).bits();
    CHECK(first_words.insert(word).second);
    CHECK(word == a.open(purpose).bits());
    CHECK(word == a.open(purpose, 0).bits());
    for (const std::uint64_t index : {1, 2, 1000})
      CHECK(first_words.insert(a.open(purpose, index).bits()).second);
    CHECK((word == b.open(purpose).bits()) == shared);
    CHECK(word != other_seed.open(purpose).bits());
  }
}

TEST_CASE("one changed bit of an identity changes about half of the bits drawn") {
  for (std::size_t bit = 0; bit < 128; ++bit) {
    Stream::Identity changed = identity;
    changed[bit / 64] ^= std::uint64_t{1} << bit % 64;
    Stream a(identity), b(changed);
    int differing = 0;
    for (int i = 0; i < 64; ++i) differing += std::popcount(a.bits() ^ b.bits());
    CAPTURE(bit);
    CHECK(std::abs(differing - 2048) < 6 * 32);  // 4096 fair coins: standard deviation 32
  }
}

TEST_CASE("uniforms are odd multiples of 2^-53 inside (0, 1) and even over 64 cells") {
  Stream stream(identity);
  std::vector<std::uint64_t> counts(64);
  for (int i = 0; i < 200000; ++i) {
    const double u = stream.uniform();
    REQUIRE(0 < u);
    REQUIRE(u < 1);
    REQUIRE(std::uint64_t(u * 0x1p53) % 2 == 1);
    ++counts[std::size_t(u * 64)];
  }
  CHECK(even(counts));
}

TEST_CASE("below(bound) is even, also where a plain remainder would favour small values") {
  Stream stream(identity);
  for (const std::uint64_t bound : {1U, 2U, 3U, 10U, 97U}) {
    std::vector<std::uint64_t> counts(bound);
    for (int i = 0; i < 50000; ++i) ++counts.at(stream.below(bound));
    CAPTURE(bound);
    if (bound > 1) CHECK(even(counts));
  }
  // 2^64 = (4 / 3) bound: remainders of words would fall in the lowest third half of the time.
  constexpr std::uint64_t third = std::uint64_t{1} << 62U;
  std::vector<std::uint64_t> thirds(3), low_bits(8);
  for (int i = 0; i < 50000; ++i) {
    const std::uint64_t value = stream.below(3 * third);
    ++thirds.at(value / third);
    ++low_bits[value % 8];
  }
  CHECK(even(thirds));
  CHECK(even(low_bits));
  CHECK(Stream(identity).below(~std::uint64_t{0}) < ~std::uint64_t{0});
}

TEST_CASE("permutation is a permutation, and all 24 orders of four are equally likely") {
  Stream stream(identity);
  CHECK(stream.permutation(0).empty());
  CHECK(stream.permutation(1) == std::vector<std::int64_t>{0});
  std::vector<std::int64_t> order = stream.permutation(1000), expected(1000);
  CHECK_FALSE(std::ranges::is_sorted(order));
  std::ranges::sort(order);
  std::iota(expected.begin(), expected.end(), std::int64_t{0});
  CHECK(order == expected);

  std::vector<std::vector<std::int64_t>> orders;
  std::vector<std::int64_t> next{0, 1, 2, 3};
  do orders.push_back(next);
  while (std::ranges::next_permutation(next).found);
  std::vector<std::uint64_t> counts(orders.size());
  for (int i = 0; i < 48000; ++i)
    ++counts.at(
        std::size_t(std::ranges::lower_bound(orders, stream.permutation(4)) - orders.begin()));
  CHECK(even(counts));
}

}  // namespace dpsco
