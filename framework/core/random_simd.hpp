// The vectorised part of Stream: whole tiles of 16 values, on the best instruction set that the
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

/// One tile is 8 Philox blocks: 16 words, or 16 normals.
inline constexpr std::size_t blocks_per_tile = 8, tile = 16;

/// A row of tiles.
template <class Value>
struct Tiles {
  std::array<std::uint64_t, 2> identity{};  ///< Philox key; upper half of the counter
  std::uint64_t first_block = 0;            ///< lower half of the counter of the first block
  std::size_t count = 0;                    ///< tiles that go to `out`
  Value* spare = nullptr;  ///< [16] if not null: one more tile, made in the same breath, goes here
};

/// out[16 count]: the blocks' words in order, two a block.
void words(const Tiles<std::uint64_t>& tiles, std::uint64_t* out);

/// out[16 count]: N(0, 1) values; block b of a tile gives the tile's values b and 8 + b.
void normals(const Tiles<double>& tiles, double* out);

/// out[16 count]: out[i] <- scale * out[i] + sigma * z_i, z as in normals(); the spare tile gets z.
void scale_and_add_normals(const Tiles<double>& tiles, double* out, double scale, double sigma);

/// out[16 count]: out[i] <- scale * (out[i] - step * gradient[i]) + sigma * z_i, gradient
/// [16 count]; the spare tile gets z.
void noisy_step(const Tiles<double>& tiles,
                double* out,
                const double* gradient,
                double step,
                double scale,
                double sigma);

}  // namespace dpsco::random_simd
