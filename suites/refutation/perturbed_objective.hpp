// Objective perturbation with exponential noise (Chaudhuri, Monteleoni, Sarwate 2011), with the
// row norm R in the Jacobian's constant where R^2 belongs.
#pragma once

#include <cmath>

#include "privacy/audit/yardsticks.hpp"

namespace dpsco::refutation {

/// Rows of norm R = 2, slope at most 1, curvature at most phi, all in all epsilon. The noise is
/// left with what the Jacobian's log(1 + phi R^2/(n Lambda)) leaves, or, if `is_wrong`, what
/// log(1 + phi R/(n Lambda)) would. In units of R w the rows have norm 1 and Lambda is Lambda/R^2.
inline PerturbedRelease perturbed_objective(bool is_wrong,
                                            double epsilon,
                                            double phi,
                                            double n_Lambda) {
  constexpr double R = 2;
  const double jacobian = std::log1p(phi * (is_wrong ? R : R * R) / n_Lambda);
  // One replaced record moves the sum of gradients, in the same units, by 2.
  return {.kind = PerturbedRelease::Kind::objective,
          .Lambda = n_Lambda / (R * R),  // times n = 1
          .noise = {.kind = NoiseLaw::Kind::exponential_l2, .scale = 2 / (epsilon - jacobian)}};
}

}  // namespace dpsco::refutation
