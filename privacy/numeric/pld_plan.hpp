// What to compute before anything is discretised: tilt, lattice and window for a target delta.
// Nothing here is rigorous, and nothing needs to be: a poor plan makes a wide bracket, not a wrong
// one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "privacy/numeric/pld_cells.hpp"

namespace dpsco {

/// A law composed with itself `count` times.
struct RepeatedLaw {
  LossLaw law{};
  std::int64_t count = 1;
};

struct PldOptions {
  double accuracy = 1e-5;  ///< wished relative width of the bracket in epsilon
  std::size_t max_points = std::size_t{1} << 20U;  ///< longest transform
};

struct PldPlan {
  double lambda = 1;                ///< the tilt
  std::vector<Tilt> tilts{};        ///< of each law, log_scale = its log E[e^(lambda L)]
  std::vector<Lattice> lattices{};  ///< of each law; the step is the same
  Tails tails{};
  std::size_t points = 1;                    ///< length of the window, a power of two
  double window_low = 0;                     ///< its lowest loss
  double higher_order = 1, lower_order = 1;  ///< distances in lambda of the Chernoff tail bounds
};

/// pre: at least one law, log_delta < 0, total count >= 1.
PldPlan plan_pld(std::span<const RepeatedLaw> laws, double log_delta, const PldOptions& options);

}  // namespace dpsco
