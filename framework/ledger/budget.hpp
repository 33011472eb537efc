#pragma once

#include <string_view>

namespace dpsco {

/// Which data sets are neighbours. A privacy statement without it means nothing.
enum class Adjacency {
  replace_one,  ///< one record exchanged for any other (the papers' Definition 1)
  add_remove,   ///< one record more or less; n itself is private
  zero_out,     ///< one record's contribution replaced by zero
};
std::string_view name(Adjacency adjacency);
/// Throws ConfigError naming the nearest adjacency.
Adjacency adjacency_named(std::string_view name);

/// (epsilon, delta)-DP under an adjacency. epsilon in nats. pre: epsilon > 0, 0 < delta < 1.
struct Target {
  double epsilon = 1;
  double delta = 1e-5;
  Adjacency adjacency = Adjacency::replace_one;
};

}  // namespace dpsco
