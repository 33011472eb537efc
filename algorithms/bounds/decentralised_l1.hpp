// Decentralised gradient descent with l1-bounded gradients: the dimension enters as log d.
//
// Statement   As decentralised-glm with 3 G_1 E ||S||_inf for its noise term, ||grad f_i||_1 <= G_1
//             from the declared bound on ||z||_1, and with A = K/N + 1/(1 - q^2)
//               Gaussian  E ||S||_inf <= sigma sqrt(2 log(2d) A)
//               Laplace   E ||S||_inf <= 2 sigma sqrt(log(2d) A) if A >= log 2d, else
//                         sigma (log(2d) + A).
//             The l1 sensitivity is at most 2 G_1/b, so pure epsilon works.
// Derivation  As decentralised-glm with Hoelder for <grad, S>; E max <= (log(2d) + c(t))/t with
//             the logarithm of the moment function c(t) = t^2 sigma^2 A/2 (Gaussian), or at most
//             t^2 sigma^2 A for t sigma <= 1 (Laplace, -log(1 - u) <= 2u on [0, 1/2]).
// Deviations  As decentralised-gd.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct DecentralisedL1 final : Bound {
  static constexpr Card card{.name = "decentralised-l1",
                             .doc = "dgd and dp-dgd with l1-bounded gradients, average: log d",
                             .cites = "xiao2019, the theorem's place",
                             .family = "decentralised",
                             .risk = "excess_empirical_risk",
                             .iterate = "average",
                             .constants = "derived"};
  static std::vector<Param<DecentralisedL1>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
