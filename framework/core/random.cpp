#include "framework/core/random.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include <Random123/philox.h>
#include <fmt/format.h>

#include "framework/core/hashing.hpp"

namespace dpsco {

namespace {

constexpr std::uint64_t normal_blocks = std::uint64_t{1} << 63U;  // upper half of the counter space

std::array<std::uint64_t, 2> block(const Stream::Identity& identity, std::uint64_t counter) {
  r123::Philox4x32 philox;
  const auto low = [](std::uint64_t v) { return std::uint32_t(v); };
  const auto high = [](std::uint64_t v) { return std::uint32_t(v >> 32U); };
  const auto out = philox({{low(counter), high(counter), low(identity[1]), high(identity[1])}},
                          {{low(identity[0]), high(identity[0])}});
  return {out[0] | std::uint64_t{out[1]} << 32U, out[2] | std::uint64_t{out[3]} << 32U};
}

double to_uniform(std::uint64_t bits) {
  return (double(bits >> 11U) + 0.5) * 0x1p-53;
}

}  // namespace

std::uint64_t Stream::bits() {
  if (words_left_ == 0) {
    words_ = block(identity_, next_block_++);
    words_left_ = 2;
  }
  return words_[2 - words_left_--];
}

double Stream::uniform() {
  return to_uniform(bits());
}

std::uint64_t Stream::below(std::uint64_t bound) {
  const std::uint64_t limit = -bound % bound;  // 2^64 mod bound: refuse that many words
  std::uint64_t word = bits();
  while (word < limit) word = bits();
  return word % bound;
}

std::vector<std::int64_t> Stream::permutation(std::int64_t n) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[below(i)]);
  return order;
}

void Stream::fill_bits(std::span<std::uint64_t> out) {
  for (std::uint64_t& word : out) word = bits();
}

void Stream::normals(std::span<double> out) {
  for (double& z : out) {
    const std::uint64_t lane = next_normal_ % tile, first = next_normal_ / tile * (tile / 2);
    const auto words = block(identity_, normal_blocks + first + lane % (tile / 2));
    const double radius = std::sqrt(-2 * std::log(to_uniform(words[0])));
    const double angle = 2 * std::numbers::pi * to_uniform(words[1]);
    z = radius * (lane < tile / 2 ? std::cos(angle) : std::sin(angle));
    ++next_normal_;
  }
}

void Stream::scale_and_add_normals(std::span<double> out, double scale, double sigma) {
  for (double& value : out) {
    double z = 0;
    normals({&z, 1});
    value = scale * value + sigma * z;
  }
}

void Stream::noisy_step(std::span<double> out,
                        std::span<const double> gradient,
                        double step,
                        double scale,
                        double sigma) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    double z = 0;
    normals({&z, 1});
    out[i] = scale * (out[i] - step * gradient[i]) + sigma * z;
  }
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
