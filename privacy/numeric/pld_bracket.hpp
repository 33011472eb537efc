// From laws to a bracket of the privacy curve: plan, discretise, compose.
#pragma once

#include <span>

#include "privacy/numeric/pld_curve.hpp"

namespace dpsco {

/// Upper and lower curve of a composition. Best within about e^20 of the delta planned for; valid
/// everywhere.
struct PldBracket {
  PldBound upper, lower;
  std::size_t points = 0;  ///< of the longest transform
  double step = 0, lambda = 0;
};

/// Where one lattice is too coarse for the accuracy, laws used often are composed in two stages: in
/// chunks on a fine lattice, then the chunks. Memory is at most 256 MiB.
/// pre: at least one law, counts >= 1 and chunks = 1, log_delta < 0.
PldBracket pld_bracket(std::span<const RepeatedLaw> laws,
                       double log_delta,
                       const PldOptions& options = {});

}  // namespace dpsco
