#include "framework/core/random.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

#include <fmt/format.h>

#include "framework/core/hashing.hpp"
#include "framework/core/random_simd.hpp"

namespace dpsco {

namespace {

using random_simd::Tiles;

constexpr std::uint64_t first_normal_block = std::uint64_t{1} << 63U;  // words use those below

Tiles word_tiles(const Stream::Identity& identity, std::uint64_t position, std::size_t count) {
  return {identity, position / 2, count};
}
Tiles normal_tiles(const Stream::Identity& identity, std::uint64_t position, std::size_t count) {
  return {identity, first_normal_block + position / 2, count};
}

/// Cuts the next `size` values of a sequence into the rest of the tile in hand, whole tiles, and
/// the beginning of a tile that stays in hand for the next call.
/// invariant: off a tile's border, `in_hand` holds the tile around `position`.
///   whole(from, count)   handles [from, from + 16 count), values not yet made
///   part(from, values)   handles [from, from + values.size()) with values from in_hand
///   make()               makes the tile at `position` into in_hand
template <class Value, class Whole, class Part, class Make>
void advance(std::uint64_t& position,
             const std::array<Value, random_simd::tile>& in_hand,
             std::size_t size,
             const Whole& whole,
             const Part& part,
             const Make& make) {
  constexpr std::size_t tile = random_simd::tile;
  std::size_t done = 0;
  if (const std::size_t lane = position % tile; lane != 0) {
    done = std::min(size, tile - lane);
    part(std::size_t{0}, std::span<const Value>(in_hand).subspan(lane, done));
    position += done;
  }
  if (const std::size_t count = (size - done) / tile; count > 0) {
    whole(done, count);
    position += tile * count;
    done += tile * count;
  }
  if (done < size) {
    make();
    part(done, std::span<const Value>(in_hand).first(size - done));
    position += size - done;
  }
}

}  // namespace

void Stream::make_words() {
  random_simd::words(word_tiles(identity_, next_word_, 1), words_.data());
}

void Stream::make_normals() {
  random_simd::normals(normal_tiles(identity_, next_normal_, 1), normals_.data());
}

std::uint64_t Stream::bits() {
  const std::size_t lane = next_word_ % tile;
  if (lane == 0) make_words();
  ++next_word_;
  return words_[lane];
}

double Stream::uniform() {
  // 52 bits become the mantissa of a number in [1, 2); the difference is exact.
  return std::bit_cast<double>(bits() >> 12U | 0x3FF0000000000000U) - (1 - 0x1p-53);
}

std::uint64_t Stream::below(std::uint64_t bound) {
  assert(bound >= 1);
  // The upper half of word * bound (Lemire 2019, "Fast random integer generation in an interval"):
  // each result has floor or ceil of 2^64 / bound words; refusing the words whose lower half is
  // below 2^64 mod bound leaves floor for all.
  __extension__ using Product = unsigned __int128;
  Product product = Product{bits()} * bound;
  if (std::uint64_t(product) < bound) {
    const std::uint64_t refused = -bound % bound;  // 2^64 mod bound
    while (std::uint64_t(product) < refused) product = Product{bits()} * bound;
  }
  return std::uint64_t(product >> 64U);
}

std::vector<std::int64_t> Stream::permutation(std::int64_t n) {
  assert(n >= 0);
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[below(i)]);
  return order;
}

void Stream::fill_bits(std::span<std::uint64_t> out) {
  advance(
      next_word_,
      words_,
      out.size(),
      [&](std::size_t from, std::size_t count) {
        random_simd::words(word_tiles(identity_, next_word_, count), &out[from]);
      },
      [&](std::size_t from, std::span<const std::uint64_t> words) {
        std::ranges::copy(words, out.begin() + std::ptrdiff_t(from));
      },
      [&] { make_words(); });
}

void Stream::normals(std::span<double> out) {
  advance(
      next_normal_,
      normals_,
      out.size(),
      [&](std::size_t from, std::size_t count) {
        random_simd::normals(normal_tiles(identity_, next_normal_, count), &out[from]);
      },
      [&](std::size_t from, std::span<const double> z) {
        std::ranges::copy(z, out.begin() + std::ptrdiff_t(from));
      },
      [&] { make_normals(); });
}

void Stream::scale_and_add_normals(std::span<double> out, double scale, double sigma) {
  advance(
      next_normal_,
      normals_,
      out.size(),
      [&](std::size_t from, std::size_t count) {
        random_simd::scale_and_add_normals(
            normal_tiles(identity_, next_normal_, count), &out[from], scale, sigma);
      },
      [&](std::size_t from, std::span<const double> z) {
        for (std::size_t i = 0; i < z.size(); ++i)
          out[from + i] = scale * out[from + i] + sigma * z[i];
      },
      [&] { make_normals(); });
}

void Stream::noisy_step(std::span<double> out,
                        std::span<const double> gradient,
                        double step,
                        double scale,
                        double sigma) {
  assert(gradient.size() == out.size());
  advance(
      next_normal_,
      normals_,
      out.size(),
      [&](std::size_t from, std::size_t count) {
        random_simd::noisy_step(normal_tiles(identity_, next_normal_, count),
                                &out[from],
                                &gradient[from],
                                step,
                                scale,
                                sigma);
      },
      [&](std::size_t from, std::span<const double> z) {
        for (std::size_t i = 0; i < z.size(); ++i)
          out[from + i] = scale * (out[from + i] - step * gradient[from + i]) + sigma * z[i];
      },
      [&] { make_normals(); });
}

std::string_view name(Purpose purpose) {
  constexpr std::array<std::string_view, 7> names{
      "data", "split", "init", "sampling", "noise", "evaluation", "audit"};
  return names.at(std::size_t(purpose));
}

Stream Streams::open(Purpose purpose) const {
  const bool shared = purpose == Purpose::data || purpose == Purpose::split ||
                      purpose == Purpose::sampling || purpose == Purpose::evaluation;
  return Stream(sha256_words(
      fmt::format("{}/{}/{}", seed_, shared ? shared_key_ : cell_key_, name(purpose))));
}

}  // namespace dpsco
