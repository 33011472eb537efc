// Privacy amplification by shuffling.
//
// Accepts     `shuffled` events of (epsilon_0, delta_0)-DP local randomisers under replace_one;
//             several releases share delta evenly and add their epsilons.
// Method      upper: the clones bound for any such randomiser, by bisection in epsilon; never above
//             epsilon_0. delta_0 > 0 costs about 2 n e^-epsilon_0 delta_0 (1 + e^epsilon) of delta
//             (shuffle_profiles.hpp has the proof). Lower, for a single release: binary randomised
//             response, exactly.
// Direction   upper, with epsilon_lower beside it.
// Reference   V. Feldman, A. McMillan, K. Talwar. Hiding Among the Clones. 2021, Theorem 3.1.
//             [feldman2021]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct ShuffleAccountant final : Accountant {
  static constexpr Card card{
      .name = "shuffle",
      .doc = "shuffled local reports: clones bound, randomised response below",
      .cites = "feldman2021, Theorem 3.1",
      .adjacencies = "replace_one"};
  static std::vector<Param<ShuffleAccountant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double delta) const override;
};

}  // namespace dpsco
