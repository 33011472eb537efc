// The central-limit approximation of subsampled Gaussians. An estimate: it may be below the truth,
// and never calibrates.
//
// Accepts     poisson_sampled gaussian (add_remove, zero_out), sampled_without_replacement gaussian
//             (replace_one), both possibly heterogeneous, and what is GDP exactly.
// Method      mu^2 = sum of   q^2 (e^{m^2} - 1)                                    Poisson
//                             2 q^2 (e^{m^2} Phi(3m/2) + 3 Phi(-m/2) - 2)          uniform
//             with m = sensitivity / noise of one sample, q = 1 exactly m^2; then as gdp.
// Direction   estimate.
// Reference   Z. Bu, J. Dong, Q. Long, W. Su. Deep Learning with Gaussian Differential Privacy.
//             Theorem 5 and Corollary 4. [bu2020]  Dong, Roth, Su 2022, Corollary 5.4. [dong2022]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct GdpCltAccountant final : Accountant {
  static constexpr Card card{.name = "gdp-clt",
                             .doc = "central-limit approximation of subsampling (an estimate)",
                             .cites = "bu2020, Theorem 5; dong2022, Corollary 5.4"};
  static std::vector<Param<GdpCltAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

/// mu^2 of one Poisson-sampled step in the limit; m^2 for q = 1. pre: 0 <= q <= 1, m >= 0.
double clt_poisson_squared_mu(double q, double m);
/// mu^2 of one step on a uniform sample of fixed size under replace_one; m^2 for q = 1.
double clt_uniform_squared_mu(double q, double m);

}  // namespace dpsco
