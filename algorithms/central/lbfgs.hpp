// Non-private L-BFGS: gradients alone, with the curvature of the last few steps.
//
// Problem     min F, F(w) = mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2 over R^d, phi convex.
// Method      Two-loop recursion over the last `memory` pairs s = w' - w, y = grad' - grad (kept if
//             <s, y> > 1e-12 ||s|| ||y||), first scaled by <s, y>/||y||^2; steps 1, 1/2, ... until
//             F falls by 1e-4 of what the slope promises. From w = 0 until ||grad F|| <= tolerance,
//             max_steps, or no step helps. The first step is a gradient step of length at most 1.
// Privacy     none: the ledger says non_private.
// Utility     F(w) - min F <= tolerance^2/(2 lambda) if lambda > 0.
// Reference   J. Nocedal, S. Wright. Numerical Optimization. 2006, Algorithm 7.5. [nocedal2006]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct Lbfgs final : Algorithm {
  double tolerance = 1e-8;
  std::int64_t max_steps = 1000, memory = 10;

  static constexpr Card card{.name = "lbfgs",
                             .doc = "non-private limited-memory BFGS",
                             .cites = "nocedal2006, Algorithm 7.5"};
  static std::vector<Param<Lbfgs>> parameters() {
    return {real("tolerance",
                 &Lbfgs::tolerance,
                 {1e-15, 1e6},
                 "||gradient||",
                 "stop at this gradient norm"),
            whole("max_steps", &Lbfgs::max_steps, {1, 1'000'000}, "", "most steps"),
            whole("memory", &Lbfgs::memory, {1, 1000}, "pairs", "curvature pairs kept")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
