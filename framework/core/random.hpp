// Counter-based random streams: Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as
// easy as 1, 2, 3" [salmon2011]). A stream is a pure function of its 128-bit identity and a
// position, so results do not depend on threads, shards or order of execution. For simulation only:
// double-precision noise from a statistical generator is not a secure sampler.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dpsco {

/// One stream. It holds two sequences that never overlap: words (bits, uniforms, integers) and
/// normals. The i-th value of each depends on the identity and i alone, whatever the chunking.
class Stream {
 public:
  using Identity = std::array<std::uint64_t, 2>;  ///< Philox key; upper half of the counter
  explicit Stream(Identity identity) : identity_(identity) {}

  /// The next 64 uniform bits.
  std::uint64_t bits();
  /// Uniform on the 2^52 odd multiples of 2^-53 in (0, 1): never an end point, mean exactly 1/2.
  double uniform();
  /// Uniform on {0, ..., bound - 1}, without bias. pre: bound >= 1.
  std::uint64_t below(std::uint64_t bound);
  /// A uniformly random order of 0, ..., n - 1 (Fisher-Yates). pre: n >= 0.
  std::vector<std::int64_t> permutation(std::int64_t n);
  /// Fills `out` with the next out.size() words (raw 64-bit blocks).
  void fill_bits(std::span<std::uint64_t> out);

  /// Fills `out` with the next out.size() independent N(0, 1) values: Box-Muller on uniform()s,
  /// so |z| <= sqrt(2 * 53 * log 2) < 8.6. Bit-identical on every instruction set.
  void normals(std::span<double> out);
  /// out[i] <- scale * out[i] + sigma * z_i with the same z_i as normals(out): the fused pass of a
  /// noisy step.
  void scale_and_add_normals(std::span<double> out, double scale, double sigma);
  /// out[i] <- scale * (out[i] - step * gradient[i]) + sigma * z_i: a whole dense noisy step.
  /// pre: gradient.size() == out.size().
  void noisy_step(std::span<double> out,
                  std::span<const double> gradient,
                  double step,
                  double scale,
                  double sigma);

 private:
  /// Both sequences are made in chunks of 32 Philox blocks.
  template <class Value>
  struct Sequence {
    std::uint64_t next = 0;           ///< position of the next value
    std::array<Value, 64> in_hand{};  ///< the chunk around `next`, unless that is at a border
  };
  Identity identity_;
  Sequence<std::uint64_t> words_{};
  Sequence<double> normals_{};
};

enum class Purpose { data, split, init, sampling, noise, evaluation, audit };
std::string_view name(Purpose purpose);

/// The streams of one run. `data`, `split`, `sampling` and `evaluation` are keyed by what all
/// methods share (data set, repetition), so methods are compared on the same draws; `init`, `noise`
/// and `audit` by the cell (Cell::stream_key).
class Streams {
 public:
  Streams(std::uint64_t seed, std::string shared_key, std::string cell_key)
      : seed_(seed), shared_key_(std::move(shared_key)), cell_key_(std::move(cell_key)) {}
  Stream open(Purpose purpose) const { return open(purpose, 0); }
  /// Independent streams of one purpose, one an index; index 0 is open(purpose).
  Stream open(Purpose purpose, std::uint64_t index) const;
  /// The streams of an independent run inside this one; every index has its own. Nothing is shared
  /// with it, the sampling of records included.
  Streams inside(std::uint64_t index) const;

 private:
  std::uint64_t seed_;
  std::string shared_key_, cell_key_;
};

}  // namespace dpsco
