// Decentralised gradient descent, averaged: convex, Lipschitz, any of its noises, random weights.
//
// Statement   (1/K) sum_{k<K} E F(xbar^k) - F(x*) <= R^2/(2 eta K) + eta G^2/2 + V/(2 eta N)
//               + 2 G S/sqrt N + v ||I - W||^2 S^2/(2 eta N^2),
//             S = sqrt N (eta G + sqrt V)/(1 - q), q^2 = ||W - J||^2 + v ||I - W||^2 < 1, V = E of
//             the squared length of one agent's noise on the step, v the relative variance of lazy
//             random weights (0: fixed), xbar the agents' mean. The agents' averages have this
//             mean.
// Derivation  xbar moves by -eta times the mean gradient, the mean noise (V/N) and, under random
//             weights, what they move of the disagreement; expand E||xbar - x*||^2 and sum.
//             <grad f_i(x_i), xbar - x*> >= f_i(xbar) - f_i(x*) - 2 G ||x_i - xbar||,
//             and the root of the mean square disagreement shrinks by q a round and gains
//             sqrt N (eta G + sqrt V): at most S.
// Deviations  G is a bound on ||grad f_i||: with unequal shards max b_i/b times the loss's. R is
//             the larger of the comparator's norm and the ball's radius, so that the constrained
//             reference optimum is covered too.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct DecentralisedGd final : Bound {
  static constexpr Card card{.name = "decentralised-gd",
                             .doc = "dgd, dp-dgd and lazy random weights, average: grows as sqrt d",
                             .cites = "xiao2019, the theorem's place",
                             .family = "decentralised",
                             .risk = "excess_empirical_risk",
                             .iterate = "average",
                             .constants = "derived"};
  static std::vector<Param<DecentralisedGd>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
