#pragma once

#include <span>
#include <vector>

#include "framework/problem/loss.hpp"

namespace dpsco {

/// 1 / (1 + e^-a), without overflow.
double sigmoid(double a);

/// Minimiser [k] over R^k of
///
///   F(u) = 2^-k sum over z in {-1,+1}^k of sum over y of P(y|z) phi(sum_j scale_j z_j u_j, y),
///   P(+1|z) = sigmoid(sum_j scale_j z_j w_star_j),
///
/// the exact risk of a predictor that uses the k informative coordinates only (population.hpp says
/// why no other can be better). k = scale.size() = w_star.size() = start.size() <= 8, scale > 0.
/// Newton steps from `start`, damped by a ridge that grows until the risk falls and then shrinks
/// again: where the loss is linear (a hinge outside its curve) the Hessian vanishes and the ridge
/// alone sets the step. Certificate: the gradient in the variables scale_j u_j has norm <= 1e-9
/// times the largest slope (at least 1); F is convex, so F(u) - min F <= that norm times the
/// distance to a minimiser. Throws ConfigError if the certificate fails: phi must be convex and
/// differentiable in its first argument and have a minimiser.
std::vector<double> head_minimiser(const Loss& loss,
                                   std::span<const double> scale,
                                   std::span<const double> w_star,
                                   std::span<const double> start);

}  // namespace dpsco
