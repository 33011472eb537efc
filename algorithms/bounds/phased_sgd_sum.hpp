// Phased (localised) SGD of Feldman, Koren and Talwar: the exact sum over its phases.
//
// Statement   R^2/(2 eta_1 n_1) + sum_{i>=2} d s_{i-1}^2/(2 eta_i n_i) + sum_i eta_i G^2/2
//               + G s_k sqrt d, phases of n_i = n 2^-i records with eta_i = eta 4^-i and noise
//             s_i = 2 G eta_i/mu on each phase's average.
// Derivation  Each phase is one-pass averaged SGD from the last phase's output, whose distance to
//             the noiseless one is the noise alone; F is G-Lipschitz, which bounds the last noise.
// Tuned       Without a plan eta is the best one up to 8/L, where eta_1 = 2/L.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct PhasedSgdSum final : Bound {
  static constexpr Card card{.name = "phased-sgd",
                             .doc = "phased SGD: exact finite sum over its phases, grows with d",
                             .cites = "feldman2020, phased SGD",
                             .risk = "excess_population_risk",
                             .iterate = "last iterate",
                             .constants = "derived"};
  static std::vector<Param<PhasedSgdSum>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
