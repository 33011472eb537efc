// The vectorised part of Stream: whole chunks of 64 values, on the best instruction set that the
// processor has. Same bits on all of them: only operations that IEEE 754 rounds in one way are
// used, and none is fused. Private to framework/core; users see random.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// Read by Highway's headers: no vectors whose size is known at run time only, since they cannot be
// members of a pack. Processors that have them have fixed ones too, or take the portable path.
// NOLINTNEXTLINE(readability-identifier-naming): Highway's name
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

namespace dpsco::random_simd {

/// Normals are laid out in tiles of 16 = 8 Philox blocks; words and normals are made in chunks of
/// 64, because a single tile takes nearly as long: it is one long chain of instructions.
inline constexpr std::size_t tile = 16, chunk = 64, blocks_per_tile = 8, blocks_per_chunk = 32;

/// A row of chunks.
template <class Value>
struct Chunks {
  std::array<std::uint64_t, 2> identity{};  ///< Philox key; upper half of the counter
  std::uint64_t first_block = 0;            ///< lower half of the counter of the first block
  std::size_t count = 0;                    ///< chunks that go to `out`
  Value* spare = nullptr;  ///< [64] if not null: one more chunk, made in the same breath
};

/// out[64 count]: the blocks' words in order, two a block.
void words(const Chunks<std::uint64_t>& chunks, std::uint64_t* out);

/// out[64 count]: N(0, 1) values; block b of a tile gives the tile's values b and 8 + b.
void normals(const Chunks<double>& chunks, double* out);

/// out[64 count]: out[i] <- scale * out[i] + sigma * z_i, z as in normals(); the spare chunk gets
/// z.
void scale_and_add_normals(const Chunks<double>& chunks, double* out, double scale, double sigma);

/// out[64 count]: out[i] <- scale * (out[i] - step * gradient[i]) + sigma * z_i, gradient
/// [64 count]; the spare chunk gets z.
void noisy_step(const Chunks<double>& chunks,
                double* out,
                const double* gradient,
                double step,
                double scale,
                double sigma);

}  // namespace dpsco::random_simd
