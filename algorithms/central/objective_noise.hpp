// What a perturbed objective's minimiser costs, for generalised linear losses: the ledgers of
// objective perturbation and of approximate minima perturbation.
//
// Setting     w(D) = argmin J, J(w) = (1/n) sum phi_i(w) + (Lambda/2)||w||^2 + <b, w>/n
//             with phi_i convex, G-Lipschitz, Hessian kappa x x^T of norm <= L. So
//             b = -n(grad F(w) + Lambda w) as a function of w, a bi-Lipschitz bijection, and w has
//             density nu(b(w; D)) det A(w; D), A = n Lambda I + sum_i kappa_i x_i x_i^T.
// Jacobian    Data sets that differ in one record share B = A without that record >= n Lambda I,
//             and det A = det B (1 + kappa x^T B^-1 x). So
//             |log det A - log det A'| <= c = log(1 + L/(n Lambda)) under every adjacency:
//             numerator and denominator are both in [1, 1 + L/(n Lambda)]. (The papers' replace-one
//             constant is twice that or more; the Hessian's norm L is slope' times R_x squared, not
//             R_x.)
// Noise       b(w; D) and b(w; D') differ by v(w), the difference of two gradients s x - s' x'
//             (or of one and zero), ||v|| <= k G, k = 2 under replace_one, 1 otherwise.
//             exponential_l2, rate r: log nu ratio <= r k G. The whole release is pure (r k G + c).
//             gaussian, sigma: the log ratio is (2 <b, v> + ||v||^2)/(2 sigma^2) with v = v(w),
//             which depends on b, so the loss is not N(mu^2/2, mu^2). But it is convex in v, hence
//             at most its maximum over the corners of what v may be: +-g x/||x|| for one record,
//             the four corners +-g x +-g x' of a parallelogram for two, each of norm <= k G and
//             fixed given the records. (1 - e^(tau - loss))_+ is at most its sum over the corners,
//             so delta(tau + c) <= K delta_mu(tau), mu = k G/sigma, K = 4 under replace_one, else
//             2, delta_mu the curve of mu-GDP. (Redberg, Koskela, Wang 2023 state the same form,
//             with 2 for one record [redberg2023].)
// One event   The release is stated as one event, pure or approximate, of the sum of both parts.
//             The Jacobian's part is a bound on a loss, not a mechanism of its own: composed as a
//             separate pure{c}, an accountant that averages losses (RDP, PLD) would undercharge
//             it.
#pragma once

#include "framework/ledger/ledger.hpp"
#include "framework/problem/problem.hpp"

namespace dpsco {

/// c = log(1 + L / (n Lambda)), rounded up. pre: Lambda > 0.
double jacobian_epsilon(const Facts& facts, double Lambda);

/// The l2 weight Lambda with jacobian_epsilon = c. pre: c > 0.
double weight_for_jacobian(const Facts& facts, double c);

/// The release under exponential_l2 noise of rate 1/(scale k G). pre: scale > 0.
Pure exponential_release(double scale, double jacobian);

/// The release under gaussian noise of standard deviation scale k G, at `delta`.
/// pre: scale > 0, 0 < delta < 1.
Approximate gaussian_release(double scale, double jacobian, double delta, Adjacency adjacency);

}  // namespace dpsco
