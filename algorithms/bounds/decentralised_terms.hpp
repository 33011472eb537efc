// What the bounds on decentralised descent read from a plan.
#pragma once

#include "algorithms/decentralised/descent.hpp"
#include "framework/contracts.hpp"

namespace dpsco {

/// In the papers' letters.
struct DescentTerms {
  double K = 0, N = 0, d = 0, eta = 0;
  double R = 0;               ///< larger of the comparator's norm and the ball's radius
  double G = 0, G_1 = 0;      ///< bounds on ||grad f_i||_2 and ||grad f_i||_1
  double noise_variance = 0;  ///< of one coordinate of one agent's noise on the step
  double weight_variance = 0;
  BroadcastNoise::Kind noise = BroadcastNoise::Kind::none;
  const Network* network = nullptr;  ///< the plan's
};

/// A Skip unless the plan is dgd, dp-dgd or random-weight-gd with lazy weights, ends with averages,
/// and has no regulariser, with which the gradients have no bound.
Outcome<DescentTerms> descent_terms(const BoundQuery& query);

/// K/N + 1/(1 - q^2) >= sum over rounds of the squared weights with which past noise is in an
/// agent's iterate under fixed weights.
double mixing_squares(const DescentTerms& terms);

}  // namespace dpsco
