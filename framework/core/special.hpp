#pragma once

#include <cstdint>

namespace dpsco {

/// log Phi(x), Phi the standard normal distribution function; relative error about 1e-15
/// everywhere.
double log_normal_cdf(double x);

/// log delta(epsilon) of mu-GDP, that is of N(0, 1) against N(mu, 1):
///   delta(epsilon) = Phi(-epsilon/mu + mu/2) - e^epsilon Phi(-epsilon/mu - mu/2)
/// (Balle-Wang 2018, Theorem 8; Dong-Roth-Su 2022, Corollary 2.13). -inf if it vanishes.
/// pre: mu > 0, epsilon >= 0.
double log_gdp_delta(double epsilon, double mu);

/// The smallest epsilon >= 0 with delta(epsilon) <= delta under mu-GDP, from above (relative
/// 1e-13). pre: mu >= 0, 0 < delta < 1. Infinite for infinite mu.
double gdp_epsilon(double mu, double delta);
/// The same from below: never above the exact value.
double gdp_epsilon_below(double mu, double delta);

/// The largest mu that is (epsilon, delta)-DP, from below (relative 1e-13). pre: epsilon >= 0,
/// 0 < delta < 1.
double gdp_mu(double epsilon, double delta);

/// H_n = 1 + 1/2 + ... + 1/n; 0 for n <= 0.
double harmonic(std::int64_t n);

}  // namespace dpsco
