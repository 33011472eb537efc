// Loss laws of mechanisms. A base law is a symmetric pair: the law of log dP/dQ under P is the law
// of log dQ/dP under Q. gaussian_law, laplace_law, pure_law, approximate_law and profile_law return
// one; sampling turns a base law into another law (which no longer is one).
#pragma once

#include <span>

#include "privacy/numeric/loss_law.hpp"

namespace dpsco {

/// N(mu, 1) against N(0, 1). pre: mu >= 0 and finite (0: all at loss 0).
LossLaw gaussian_law(double mu);
/// Laplace noise of scale b on a release that a record shifts by s: c = s / b. pre: c >= 0, finite.
LossLaw laplace_law(double c);
/// Randomised response, which dominates every epsilon-DP mechanism (Kairouz, Oh, Viswanath 2015).
LossLaw pure_law(double epsilon);
/// The dominating pair of (epsilon, delta)-DP: randomised response, plus delta lost altogether.
LossLaw approximate_law(double epsilon, double delta);
/// The dominating pair of a mechanism that is (epsilon[i], delta[i])-DP for every i: its trade-off
/// function is the maximum of those lines (Dong, Roth, Su 2022, Proposition 2.12). Points with
/// epsilon > 600 are dropped, which can only raise the price. Throws ConfigError on unequal
/// lengths, an empty profile, epsilon < 0 or delta outside [0, 1].
LossLaw profile_law(std::span<const double> epsilon, std::span<const double> delta);

/// The record takes part with probability q. pre: base law, 0 < q <= 1.
LossLaw poisson_remove_law(const LossLaw& base, double q);
LossLaw poisson_add_law(const LossLaw& base, double q);
/// m of n without replacement under replace_one, q = m/n, base at the full replace-one sensitivity:
/// the symmetric pair whose profile is that of remove for L > 0 (sampled_pair.hpp), which also
/// covers Poisson sampling under replace_one (privacy/accountants/contour.hpp).
LossLaw without_replacement_law(const LossLaw& base, double q);
/// One record replaced by its opposite under Poisson sampling, Gaussian noise of N(0, 1/mu^2) on
/// unit contributions, all else zero: attained, so a lower bound; no proof that nothing is worse.
LossLaw poisson_opposite_law(double mu, double q);

}  // namespace dpsco
