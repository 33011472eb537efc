// The run that output perturbation, objective perturbation and approximate minima perturbation
// share: perturb the objective, solve it to a certified accuracy, perturb the solution.
//
//   J(w) = (1/n) sum_i phi(<w, x_i>, y_i) + ((lambda + extra_l2)/2)||w||^2 + <b, w>/n,
//   b ~ linear;  v with ||grad J(v)|| <= gamma;  release v + c, c ~ output.
//
// J is Lambda-strongly convex, Lambda = lambda + extra_l2, so ||v - argmin J|| <= gamma / Lambda:
// that is the error which the ledgers carry.
#pragma once

#include "algorithms/central/vector_noise.hpp"
#include "framework/contracts.hpp"

namespace dpsco {

/// Records of one unit in a sum of gradients: 2 under replace_one, else 1 (add_remove, zero_out).
double records_changed(Adjacency adjacency);

struct PerturbedMinimum {
  double extra_l2 = 0;
  double gamma = 0;      ///< certificate on ||grad J||
  int max_steps = 0;     ///< of Newton's method, before accelerated descent takes over
  VectorNoise linear{};  ///< of b, on the scale of a sum of n gradients
  VectorNoise output{};

  /// Solves to gamma / 2, which leaves gamma / 2 for the rounding of the computed gradient. Where
  /// max_steps of Newton's method do not get there, which depends on the data, accelerated descent
  /// does, in a number of steps that n, G, L, Lambda, gamma and b fix (accelerated_descent.hpp; the
  /// rounding inside its recursion is not bounded): so every data set has an output, and whether
  /// there is one says nothing about the data. A deadline or a stop, which no ledger lists, is the
  /// exception: such a run returns w = 0 and is no result. pre: finite G and L, Lambda > 0, records
  /// within their bounds (std::logic_error if the planned descent misses: a defect).
  Solution run(const Problem& problem, RunContext& context) const;
};

/// The smallest gamma that double precision certifies, whatever minimum.gamma is. With u = 2^-53
/// the computed gradient of J errs by at most about u times
///   n G                  n gradients of norm <= G, summed in order,
///   + (d + 1) L ||w||    the margins <w, x_i>, sums of d products, through a slope whose
///                        derivative is at most L/||x||^2,
///   + 16 (G + ||b||/n)   the rest: slopes, the regulariser, adding b/n,
/// where ||w|| <= (G + ||b||/n)/Lambda, as grad J vanishes at the minimiser. gamma / 2 must cover
/// twice that. ||b|| is bounded with probability 1 - e^-40, independently of the data.
/// pre: Lambda > 0, finite G and L.
double smallest_gamma(const PerturbedMinimum& minimum, const Facts& facts);
/// A reason why minimum.gamma is too small for that, or an empty string.
std::string uncertifiable(const PerturbedMinimum& minimum, const Facts& facts);

struct PerturbedMinimumPlan final : Plan {
  using Plan::Plan;
  PerturbedMinimum minimum{};

  Solution run(const Problem& problem, RunContext& context) const override {
    return minimum.run(problem, context);
  }
};

}  // namespace dpsco
