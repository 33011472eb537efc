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

using random_simd::Chunks;

// Words and normals of one stream come from different halves of the counter space.
constexpr std::uint64_t first_word_block = 0, first_normal_block = std::uint64_t{1} << 63U;

/// Hands out the next `size` values of a sequence: the rest of the chunk in hand, whole chunks, and
/// the beginning of a chunk that stays in hand for the next call.
///   whole(from, chunks)   handles [from, from + 64 chunks.count) and makes the spare chunk
///   part(from, values)   handles [from, from + values.size()) with these values
template <class Value, class Sequence, class Whole, class Part>
void advance(Chunks<Value> chunks,
             Sequence& sequence,
             std::size_t size,
             const Whole& whole,
             const Part& part) {
  constexpr std::size_t chunk = random_simd::chunk;
  const std::span<const Value> in_hand = sequence.in_hand;
  const std::size_t lane = sequence.next % chunk;
  const std::size_t head = lane == 0 ? 0 : std::min(size, chunk - lane);
  if (head > 0) part(std::size_t{0}, in_hand.subspan(lane, head));
  const std::size_t rest = (size - head) % chunk;
  if (size > head) {
    chunks.first_block += (sequence.next + head) / chunk * random_simd::blocks_per_chunk;
    chunks.count = (size - head) / chunk;
    if (rest > 0) chunks.spare = sequence.in_hand.data();
    whole(head, chunks);
  }
  if (rest > 0) part(size - rest, in_hand.first(rest));
  sequence.next += size;
}

}  // namespace

std::uint64_t Stream::bits() {
  const std::size_t lane = words_.next % random_simd::chunk;
  if (lane == 0)
    random_simd::words({identity_, first_word_block + words_.next / 2, 0, words_.in_hand.data()},
                       nullptr);
  ++words_.next;
  return words_.in_hand[lane];
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
      Chunks<std::uint64_t>{identity_, first_word_block},
      words_,
      out.size(),
      [&](std::size_t from, const Chunks<std::uint64_t>& chunks) {
        random_simd::words(chunks, out.data() + from);
      },
      [&](std::size_t from, std::span<const std::uint64_t> words) {
        std::ranges::copy(words, out.begin() + std::ptrdiff_t(from));
      });
}

void Stream::normals(std::span<double> out) {
  advance(
      Chunks<double>{identity_, first_normal_block},
      normals_,
      out.size(),
      [&](std::size_t from, const Chunks<double>& chunks) {
        random_simd::normals(chunks, out.data() + from);
      },
      [&](std::size_t from, std::span<const double> z) {
        std::ranges::copy(z, out.begin() + std::ptrdiff_t(from));
      });
}

void Stream::scale_and_add_normals(std::span<double> out, double scale, double sigma) {
  advance(
      Chunks<double>{identity_, first_normal_block},
      normals_,
      out.size(),
      [&](std::size_t from, const Chunks<double>& chunks) {
        random_simd::scale_and_add_normals(chunks, out.data() + from, scale, sigma);
      },
      [&](std::size_t from, std::span<const double> z) {
        double* const w = out.data() + from;
        for (std::size_t i = 0; i < z.size(); ++i) w[i] = scale * w[i] + sigma * z[i];
      });
}

void Stream::noisy_step(std::span<double> out,
                        std::span<const double> gradient,
                        double step,
                        double scale,
                        double sigma) {
  assert(gradient.size() == out.size());
  advance(
      Chunks<double>{identity_, first_normal_block},
      normals_,
      out.size(),
      [&](std::size_t from, const Chunks<double>& chunks) {
        random_simd::noisy_step(
            chunks, out.data() + from, gradient.data() + from, step, scale, sigma);
      },
      [&](std::size_t from, std::span<const double> z) {
        double* const w = out.data() + from;
        const double* const g = gradient.data() + from;
        for (std::size_t i = 0; i < z.size(); ++i)
          w[i] = scale * (w[i] - step * g[i]) + sigma * z[i];
      });
}

std::string_view name(Purpose purpose) {
  constexpr std::array<std::string_view, 7> names{
      "data", "split", "init", "sampling", "noise", "evaluation", "audit"};
  return names.at(std::size_t(purpose));
}

Stream Streams::open(Purpose purpose, std::uint64_t index) const {
  const bool shared = purpose == Purpose::data || purpose == Purpose::split ||
                      purpose == Purpose::sampling || purpose == Purpose::evaluation;
  std::string identity =
      fmt::format("{}/{}/{}", seed_, shared ? shared_key_ : cell_key_, name(purpose));
  if (index > 0) identity += fmt::format("/{}", index);
  return Stream(sha256_words(identity));
}

Streams Streams::inside(std::uint64_t index) const {
  return {seed_,
          fmt::format("{}/inside/{}", shared_key_, index),
          fmt::format("{}/inside/{}", cell_key_, index)};
}

}  // namespace dpsco
