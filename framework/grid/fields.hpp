#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "framework/grid/cell.hpp"

namespace dpsco {

/// What a cell is called by in filters and summaries, parameters aside.
inline constexpr std::array<std::string_view, 10> cell_fields{"algorithm",
                                                              "label",
                                                              "data",
                                                              "loss",
                                                              "epsilon",
                                                              "delta",
                                                              "adjacency",
                                                              "calibrate",
                                                              "repetition",
                                                              "seed"};

/// The value of one of cell_fields; nothing for other names. A seed above 2^63 - 1 is a real.
std::optional<ParameterValue> cell_field(const Cell& cell, std::string_view field);

}  // namespace dpsco
