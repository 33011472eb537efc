// One pass of noisy gradient steps over disjoint growing batches: the loop that Algorithm 1 of Ma,
// Marinov and Zhang and PNSGD share. What differs is a line each: shrinkage, noise, projection.
#pragma once

#include <span>

#include "framework/contracts.hpp"

namespace dpsco {

/// Update t = 2..T on a fresh batch of m_t = batches.batch(t, T) records:
///   w <- c_t (w - eta (g_t + lambda w)) + N(0, sigma_t^2 I),
/// then onto ||w|| <= radius if radius > 0.
struct NoisyPass {
  double eta = 0;
  double lambda = 0;  ///< l2 weight of the objective; touches no record
  double radius = 0;  ///< 0: no projection
  BatchRule batches{};
  IterationArrays schedule{};  ///< of T - 1 updates; sigma and contraction are used

  /// Runs from w [d] in place. pre: the batches fit in problem.data.size().
  void run(const Problem& problem, RunContext& context, Solution& out) const;
};

}  // namespace dpsco
