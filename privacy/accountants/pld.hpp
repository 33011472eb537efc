// Certified privacy loss distributions: discretised, composed by FFT, bounded from both sides with
// rounding, wrapping around and truncation inside the bounds (docs/accounting.md).
//
// Accepts     gaussian, gdp, laplace, noisy_iteration, tree_aggregation, pure, approximate,
//             privacy_profile, exponential_noise_l2 (as laplace), heterogeneous; poisson_sampled
//             with gaussian or laplace inside (any inside under add_remove);
//             sampled_without_replacement under replace_one.
// Method      a dominating pair for each event, remove and add composed separately, the larger
//             taken. Gaussian events are one Gaussian. Poisson sampling under replace_one is priced
//             by the proved pair of sampling without replacement.
// Direction   upper. epsilon_lower comes from pairs that data sets attain, where they are known;
//             the gap to epsilon is numerical unless sampling under replace_one takes part.
// Reference   S. Gopi, Y. T. Lee, L. Wutschitz 2021; Y. Zhu, J. Dong, Y.-X. Wang. Optimal
//             Accounting of Differential Privacy via Characteristic Function. Theorem 11. [zhu2022]
//             V. Doroshenko et al. Connect the Dots. [doroshenko2022]
//             B. Balle, G. Barthe, M. Gaboardi. Privacy Amplification by Subsampling. Theorems
//             8-10. [balle2018]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct PldAccountant final : Accountant {
  double accuracy = 1e-5;  ///< wished relative width of [epsilon_lower, epsilon]
  std::int64_t bins = 64;  ///< different noise ratios told apart in a heterogeneous event

  static constexpr Card card{
      .name = "pld",
      .doc = "privacy loss distributions by FFT, certified from both sides",
      .cites = "doroshenko2022; zhu2022, Theorem 11; balle2018, Theorems 8-10"};
  static std::vector<Param<PldAccountant>> parameters();
  /// As the contract; a Skip also says that a bracket of any use would need more memory than 256
  /// MiB, or that there is so little noise that the work would have no bound.
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
