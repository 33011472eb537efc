// Figures of one coordinate of Laplace noise plus a uniform weight (framework/core/
// laplace_uniform.hpp), in units of 1/rate: z = rate * width, e = rate * shift. Derivations and
// what each number means: docs/local_privacy.md.
//
// The worst case is e, whatever z: largest |loss| over outputs. gamma is an average of the realised
// loss, no privacy parameter. kappa, the Renyi and zCDP values (laplace_uniform_renyi.hpp) and
// delta(epsilon) are guarantees.
#pragma once

namespace dpsco {

/// gamma0(z) = 2 (1 - e^{-z/2}) / z: mean |loss| over the worst case for a small shift.
/// pre: z >= 0.
double mixture_gamma0(double z);
/// E |loss| / e at a finite shift, by quadrature (absolute error about 1e-12). pre: z >= 0, e > 0.
double mixture_gamma(double z, double e);
/// P(|loss| = e) = (1 - e^{-z}) (1 + e^{-e}) / (2 z): how often the worst case is attained.
/// pre: z >= 0, e >= 0.
double mixture_worst_probability(double z, double e);

/// kappa(z) = 2 sqrt(1 - e^{-z}) arccosh(e^{z/2}) / z - 1: Fisher information over that of the
/// Laplace noise alone, the factor by which the uniform part shrinks zCDP for a small shift. 1 at
/// z = 0, decreasing, 2 log 2 / z for large z. pre: z >= 0.
double mixture_kappa(double z);
/// Fisher information times variance, 1 for Gaussian noise and at least 1 for any: (2 + z^2/12)
/// kappa(z). 2 at z = 0; its minimum 1.1041 at z = 4.33 says that Gaussian noise of equal variance
/// always costs less zCDP for a small shift. pre: z >= 0.
double mixture_information_times_variance(double z);

/// delta(epsilon) of one release, exact to about 1e-15: P(loss > epsilon) - e^epsilon Q(the same).
/// 0 for epsilon >= e. pre: z >= 0, e >= 0, epsilon >= 0.
double mixture_delta(double z, double e, double epsilon);

}  // namespace dpsco
