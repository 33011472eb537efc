// Renyi and zCDP bounds of one coordinate of Laplace noise plus a uniform weight, in units of
// 1/rate (laplace_uniform.hpp). The pair is symmetric, so one direction says all. Everything here
// is a proved bound for every shift up to the one given; proofs in docs/local_privacy.md:
//
//   D_a <= log(1 + (kappa e^2/8) sinh(a e/2) sinh((a-1) e/2) / sinh^2(e/4)) / (a-1)
//
// because the Hellinger distance of a location family is at most its Fisher information says, and a
// symmetric pair with |loss| <= e and that Hellinger distance is at most as far apart as randomised
// response shown with some probability. As e -> 0 it tends to a kappa e^2/2.
#pragma once

namespace dpsco {

struct RenyiBracket {
  double lower = 0, upper = 0;
};

/// D_a between the law and itself shifted by e: each cell of a partition contributes, by convexity,
/// at most the chord and at least the tangent at its mean; masses are in closed form, rounding is
/// in the bounds. Width about 1/cells^2. pre: z >= 0, e > 0, a >= 1 (1: KL), cells >= 1.
RenyiBracket mixture_renyi(double z, double e, double a, int cells = 128);

/// The closed form above or Laplace's own, whichever is smaller: D_a at shift e. pre:
/// 0 <= kappa <= 1, e >= 0, a >= 1.
double mixture_renyi_bound(double kappa, double e, double a);

/// c with D_a <= c e^2 for every shift e <= largest. pre: 0 <= kappa <= 1, largest >= 0, a >= 1;
/// may be infinite.
double mixture_renyi_slope(double kappa, double largest, double a);

/// c with D_a <= a c e^2 for every shift e <= largest and every order a > 1: c e^2 is a zCDP
/// bound. For small `largest` it is kappa/2 as long as kappa >= 1/3 and more than that below, where
/// large orders cost more than the Fisher information says. Never above 1/2, Laplace's own. pre:
/// 0 <= kappa <= 1, largest >= 0.
double mixture_zcdp_slope(double kappa, double largest);

}  // namespace dpsco
