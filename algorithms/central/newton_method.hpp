// Non-private Newton's method with conjugate gradients: the solver behind the reference optimum, as
// a method.
//
// Problem     min F, F(w) = mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2 over R^d, phi convex.
// Method      framework/problem/newton.hpp from w = 0 until ||grad F|| <= tolerance, max_steps or
//             a step that rounding keeps from moving w. With lambda = 0 and separable data there
//             is no minimiser: w grows until the gradient is small.
// Privacy     none: the ledger says non_private.
// Utility     F(w) - min F <= tolerance^2/(2 lambda) if lambda > 0.
// Reference   J. Nocedal, S. Wright. Numerical Optimization. 2006, Algorithm 7.1. [nocedal2006]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct NewtonMethod final : Algorithm {
  double tolerance = 1e-8;
  std::int64_t max_steps = 100;

  static constexpr Card card{.name = "newton",
                             .doc = "non-private Newton's method with conjugate gradients",
                             .cites = "nocedal2006, Algorithm 7.1"};
  static std::vector<Param<NewtonMethod>> parameters() {
    return {real("tolerance",
                 &NewtonMethod::tolerance,
                 {1e-15, 1e6},
                 "||gradient||",
                 "stop at this gradient norm"),
            whole("max_steps", &NewtonMethod::max_steps, {1, 100000}, "", "most Newton steps")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
