// Composition by FFT: the tilted law of a sum of independent losses on a lattice, with a bound on
// everything that floating point and wrapping around can have done to it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "privacy/numeric/pld_plan.hpp"

namespace dpsco {

/// Tilted masses of the sum at losses origin + i step. True masses in the window lie within `error`
/// of those held, or below them by wrapped-around mass: at most above + below, the tilted mass
/// outside the window.
struct TiltedSum {
  double lambda = 0, log_scale = 0;  ///< untilt by e^(log_scale - lambda loss)
  double origin = 0, step = 1;
  std::vector<double> mass{};
  double error = 0;
  double above = 0, below = 0;
  double log_finite = 0;  ///< log P(no use has infinite loss)
  double shift = 0;       ///< rounding of losses and lattice, in loss
};

/// pre: one lattice law for each of the plan's laws. Exact but for rounding if the counts sum to 1.
TiltedSum compose(std::span<const LatticeLaw> laws,
                  std::span<const std::int64_t> counts,
                  const PldPlan& plan);

}  // namespace dpsco
