// Privacy amplification by iteration: the last iterate of noisy steps on disjoint batches.
//
// Accepts     noisy_iteration events, any sequence of sensitivities, noises and contractions; in
//             any number (independent runs compose as Gaussian mechanisms).
// Method      mu^2 = max_t s_t^2 P_t^2 / sum_{r >= t} sigma_r^2 P_r^2,  P_r = prod_{q > r} c_q, the
//             maximum over the record's position (gdp_composition.hpp); epsilon of mu-GDP.
// Direction   upper; attained within 3 % by losses whose maps forget what came before
//             (iteration_test.cpp).
// Reference   V. Feldman, I. Mironov, K. Talwar, A. Thakurta 2018. [feldman2018]  As GDP: J. Bok,
//             W. Su, J. Altschuler. Shifted Interpolation for Differential Privacy, 2024. [bok2024]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct IterationAccountant final : Accountant {
  static constexpr Card card{
      .name = "iteration",
      .doc = "amplification by iteration, maximum over the record's position",
      .cites = "feldman2018; bok2024"};
  static std::vector<Param<IterationAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
