// Accelerated gradient descent of a length planned from public numbers: where Newton's method may
// or may not get, this one gets for every data set.
//
// Objective   J, Lambda-strongly convex with an M-Lipschitz gradient: SmoothObjective with a ridge.
// Method      y_0 = w_0, beta = (1 - sqrt q)/(1 + sqrt q), q = Lambda/M:
//               w_{k+1} = y_k - grad J(y_k)/M,  y_{k+1} = w_{k+1} + beta (w_{k+1} - w_k).
// Length      J(w_k) - J* <= (1 - sqrt q)^k (J(w_0) - J* + (Lambda/2)||w_0 - w*||^2), and
//             strong convexity bounds both terms by S^2/(2 Lambda), S = ||grad J(w_0)||; so
//             ||w_k - w*||^2 <= (2/Lambda)(J(w_k) - J*) <= 2 (1 - sqrt q)^k S^2/Lambda^2. As
//             y_k - w* is at most 2 ||w_k - w*|| + ||w_{k-1} - w*||,
//               ||grad J(y_k)|| <= M ||y_k - w*|| <= 3 sqrt 2 (S/q) (1 - sqrt q)^((k-1)/2),
//             which is at most `tolerance` from k = 1 + (2/sqrt q) log(3 sqrt 2 S/(q tolerance))
//             on.
// Reference   Y. Nesterov. Lectures on Convex Optimization. 2018, scheme (2.2.22). [nesterov2018]
#pragma once

#include <cstdint>

#include "framework/contracts.hpp"
#include "framework/problem/newton.hpp"

namespace dpsco {

struct AcceleratedDescent {
  double ridge = 0;       ///< of J, beside the problem's own l2 weight
  double convexity = 1;   ///< Lambda > 0, both weights together
  double smoothness = 1;  ///< M >= Lambda
  double tolerance = 0;   ///< > 0, on ||grad J||

  /// Steps that bring every J from a gradient of norm `start` to `tolerance`, the formula above
  /// rounded up. Infinite (the largest integer) where it overflows.
  std::int64_t steps_from(double start) const;
  /// At most `steps` steps from `at`, one sweep over the data each, until its slope is at most
  /// `tolerance` or the context is stopped. Returns the sweeps.
  std::int64_t run(SmoothObjective& objective,
                   std::int64_t steps,
                   RunContext& context,
                   NewtonPoint& at) const;
};

}  // namespace dpsco
