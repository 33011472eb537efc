// Zips: axes of equal length that move together instead of multiplying.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "framework/grid/grid.hpp"

namespace dpsco {

/// Axes of one arm that move together: those in a zip, or one alone.
struct Wheel {
  std::int64_t zip = -1;            ///< index in GridBlock::zips, -1 if none
  std::vector<std::size_t> axes{};  ///< indices in Arm::axes
  std::size_t length = 1;           ///< positions
};

/// In order of the first axis. Throws ConfigError if an axis is in two zips. pre: check_zips().
std::vector<Wheel> wheels_of(const GridBlock& block, Section section, const Arm& arm);

/// Throws ConfigError with its place if a path meets no parameter of the block, naming the nearest,
/// or if the axes of a zip differ in length, naming the lengths. A parameter with a single value
/// (no array) takes no part.
void check_zips(const GridBlock& block);

}  // namespace dpsco
