// Renyi divergences of subsampled Gaussians at any real order, in logs, by quadrature.
//
// Units: sensitivity 1, noise standard deviation rho, sampling rate q, N_c = N(c, rho^2),
// mix = (1 - q) N_0 + q N_1. r(x) = mix(x) / N_0(x) = 1 - q + q exp((2x - 1) / (2 rho^2)).
#pragma once

namespace dpsco {

/// log(E_{N_0}[r^beta] - 1) for beta > 1, relative accuracy of the expectation about 1e-12 at
/// any q. -infinity for q = 0. Computed as E[r^beta - 1 - beta (r - 1)], whose integrand is
/// nowhere negative: no cancellation for small q. Trapezoid rule, exponentially convergent. pre:
/// 0 <= q < 1, rho > 0, beta > 1.
double log_mixture_excess(double q, double rho, double beta);

/// D_alpha(mix || N_0), Poisson sampling under add_remove, the direction that binds: it is at
/// least D_alpha(N_0 || mix) at every order (Mironov, Talwar, Zhang. Renyi Differential Privacy
/// of the Sampled Gaussian Mechanism, 2019, Theorem 5 [mironov2019]). pre: 0 <= q <= 1, rho > 0,
/// alpha > 1.
double poisson_gaussian_divergence(double q, double rho, double alpha);

/// D_alpha of the symmetric pair that dominates m-of-n sampling without replacement under
/// replace_one (q = m/n, sensitivity 2C) for any mechanism that is 1/rho-GDP on a sample:
///   e^{(alpha-1) D} - 1 = int_{1/2}^inf N_0(x) (r^alpha - 1)(1 - r^{1-alpha}) dx,
/// from H_a <= q H_{1+(a-1)/q}(N_1 || N_0) for a >= 1 and its mirror image for a < 1 (Balle,
/// Barthe, Gaboardi 2018, Theorem 2, advanced joint convexity; docs/renyi_sampling.md). Every
/// dominated pair has a smaller divergence at every order. It dominates Poisson sampling under
/// replace_one too: there the three components are pairwise within 2C as well. pre: 0 <= q <= 1,
/// rho > 0, alpha > 1.
double envelope_divergence(double q, double rho, double alpha);

}  // namespace dpsco
