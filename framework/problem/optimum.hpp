// The reference minimiser: Newton's method with conjugate gradients, and a certificate.
//
// lambda > 0   unconstrained; lambda-strong convexity gives
//                F(w) - min F <= ||grad F(w)||^2 / (2 lambda).
// lambda = 0   separable data (d >= n, basehock) have no minimiser, so the reference is the
//              minimiser over ||w|| <= R. For any w in the ball convexity gives
//                F(w) - min F <= max_{||v|| <= R} <grad F(w), w - v>
//                             = <grad F(w), w> + R ||grad F(w)||.
//              The multiplier mu of the constraint solves ||w(mu)|| = R,
//              w(mu) = argmin F + (mu/2)||w||^2, by Newton's method on 1/||w(mu)|| - 1/R
//              (More and Sorensen 1983 [more1983]), which is nearly linear.
#pragma once

#include "framework/core/outcome.hpp"
#include "framework/problem/problem.hpp"

namespace dpsco {

struct OptimumOptions {
  double gap = 1e-9;  ///< stop once the certificate is this small, in units of the loss
  int max_newton_steps = 500;
};

/// Single-threaded and deterministic. Skip: the certificate did not reach options.gap, with the gap
/// that was reached.
Outcome<Optimum> find_optimum(const Problem& problem, const OptimumOptions& options = {});

}  // namespace dpsco
