#pragma once

#include <string>
#include <vector>

#include "framework/grid/grid.hpp"
#include "framework/grid/node.hpp"

namespace dpsco {

/// A parameter's values: a number or text, an array of these, or { lin = [a, b, k] } (k evenly
/// spaced values, both ends included), { log = [a, b, k] } (evenly spaced ratios, a and b > 0) or
/// { range = [a, b, step] } (a, a + step, ... up to b, b included if hit). Range values are rounded
/// to 15 significant digits, so 0.3 is 0.3 and keys do not depend on the mathematics library.
/// Throws ConfigError on anything else, on no value and on more than a million.
Axis axis_of(const std::string& name, const Place& at, const Node& node);

/// A number or text. Throws ConfigError, calling it `what`, on anything else.
GridValue scalar_of(const Node& node, std::string_view what);

/// One scalar or an array of them. Throws ConfigError on anything else or an empty array.
std::vector<GridValue> scalars_of(const Node& node, std::string_view what);

}  // namespace dpsco
