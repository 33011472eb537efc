// The vectorised part of Stream: whole tiles of 16 values, on the best instruction set that the
// processor has. Same bits on all of them: only operations that IEEE 754 rounds in one way are
// used, and none is fused. Private to framework/core; users see random.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace dpsco::random_simd {

/// One tile is 8 Philox blocks: 16 words, or 16 normals.
inline constexpr std::size_t blocks_per_tile = 8, tile = 16;

/// Where a row of tiles begins: Philox key and upper counter half (see Stream::Identity), and the
/// lower counter half of the first block. Blocks first_block, ..., first_block + 8 tiles - 1.
struct Tiles {
  std::array<std::uint64_t, 2> identity{};
  std::uint64_t first_block = 0;
  std::size_t count = 0;
};

/// out[16 count]: the blocks' words in order, two a block.
void words(const Tiles& tiles, std::uint64_t* out);

/// out[16 count]: N(0, 1) values; block b of a tile gives the tile's values b and 8 + b.
void normals(const Tiles& tiles, double* out);

/// out[16 count]: out[i] <- scale * out[i] + sigma * z_i, z as in normals().
void scale_and_add_normals(const Tiles& tiles, double* out, double scale, double sigma);

/// out[16 count]: out[i] <- scale * (out[i] - step * gradient[i]) + sigma * z_i.
/// gradient[16 count] may be out itself, but may not overlap it otherwise.
void noisy_step(const Tiles& tiles,
                double* out,
                const double* gradient,
                double step,
                double scale,
                double sigma);

}  // namespace dpsco::random_simd
