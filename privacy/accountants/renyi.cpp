#include "privacy/accountants/renyi.hpp"

#include <cmath>

#include <fmt/format.h>

#include "privacy/accountants/gdp_composition.hpp"

namespace dpsco {

namespace {

/// Renyi divergence of randomised response, which dominates every epsilon-DP mechanism (Kairouz,
/// Oh, Viswanath 2015): 1/(alpha-1) log(p^alpha q^(1-alpha) + q^alpha p^(1-alpha)), p =
/// e^eps/(1+e^eps) = 1 - q, = eps + 1/(alpha-1) log((1 + e^-(2 alpha - 1) eps) / (1 + e^-eps)): no
/// overflow for any alpha.
double pure_divergence(double epsilon, double alpha) {
  const double tail =
      std::log1p(std::exp(-(2 * alpha - 1) * epsilon)) - std::log1p(std::exp(-epsilon));
  return epsilon + tail / (alpha - 1);
}

}  // namespace

Outcome<double> zcdp_rho(const Mechanism& mechanism, Adjacency adjacency) {
  if (const auto* zcdp = std::get_if<Zcdp>(&mechanism)) return zcdp->rho;
  if (const auto* pure = std::get_if<Pure>(&mechanism)) return pure->epsilon * pure->epsilon / 2;
  // mu-GDP is post-processing of N(0,1) against N(mu,1), whose D_alpha = alpha mu^2/2.
  const auto mu_squared = squared_mu(Ledger{.adjacency = adjacency, .events = {{mechanism}}});
  if (!mu_squared) return Skip{fmt::format("'{}' has no zCDP bound", name(mechanism))};
  return *mu_squared / 2;
}

Outcome<double> renyi_divergence(const Mechanism& mechanism, Adjacency adjacency, double alpha) {
  if (const auto* pure = std::get_if<Pure>(&mechanism))
    return pure_divergence(pure->epsilon, alpha);
  const auto rho = zcdp_rho(mechanism, adjacency);
  if (!rho) return Skip{fmt::format("'{}' has no Renyi bound", name(mechanism))};
  return alpha * *rho;
}

}  // namespace dpsco
