// Basic composition: epsilons add, deltas add.
//
// Accepts     what has an (epsilon, delta) guarantee of its own (dp_steps.hpp).
// Method      epsilon = sum epsilon_i if sum delta_i <= delta, else infinite: no part of delta
//             buys anything but the steps' own deltas.
// Direction   upper. Adjacency: any that the steps cover.
// Reference   C. Dwork, F. McSherry, K. Nissim, A. Smith 2006; Dwork, Roth 2014, Theorem 3.16.
//             [dwork2014]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct BasicAccountant final : Accountant {
  static constexpr Card card{
      .name = "basic", .doc = "epsilons add and deltas add", .cites = "dwork2014, Theorem 3.16"};
  static std::vector<Param<BasicAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
