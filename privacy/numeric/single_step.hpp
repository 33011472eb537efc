// One use of a sampled Gaussian mechanism: closed forms.
#pragma once

#include "privacy/numeric/contour_curve.hpp"
#include "privacy/numeric/sampled_pair.hpp"

namespace dpsco {

/// Bounds on the smallest epsilon >= 0 with delta(epsilon) <= delta for one step, from
/// delta(epsilon) of the Gaussian mechanism (Balle, Barthe, Gaboardi 2018): with G its profile,
/// E = exp(epsilon),
///   remove   q G(log(1 + (E - 1) / q))
///   add      (1 - E (1 - q)) G(log(E q / (1 - E (1 - q)))) while E (1 - q) < 1, then 0
///   without replacement: as remove, the larger one for epsilon >= 0.
/// pre: not poisson_replace.
Bracket single_step_epsilon(const SampledStep& step, double delta);

/// delta(0) of one step: the total variation distance of its pair, from above (relative 1e-12).
double single_step_total_variation(const SampledStep& step);

}  // namespace dpsco
