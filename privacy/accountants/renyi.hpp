// Renyi curves of mechanisms, shared by the zCDP and RDP accountants and the Renyi filter.
#pragma once

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// rho with D_alpha <= alpha rho for every alpha > 1; a Skip if there is none. Gaussian-like
/// mechanisms through their mu (rho = mu^2/2); pure, laplace and exponential_noise_l2 through
/// epsilon^2/2.
Outcome<double> zcdp_rho(const Mechanism& mechanism, Adjacency adjacency);

/// D_alpha of randomised response at epsilon, which dominates every epsilon-DP mechanism (Kairouz,
/// Oh, Viswanath 2015):  log(cosh((alpha - 1/2) epsilon) / cosh(epsilon/2)) / (alpha - 1).
/// pre: alpha >= 1, epsilon >= 0.
double pure_divergence(double epsilon, double alpha);

/// D_alpha of Laplace noise, epsilon = sensitivity / scale (Mironov 2017, Proposition 6).
/// pre: alpha >= 1, epsilon >= 0.
double laplace_divergence(double epsilon, double alpha);

/// An epsilon nudged up past the rounding of the few operations that made it; at least 0.
inline double rounded_up(double epsilon) {
  return epsilon > 0 ? epsilon * (1 + 1e-14) : 0;
}

}  // namespace dpsco
