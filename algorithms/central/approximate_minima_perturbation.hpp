// Approximate minima perturbation: objective perturbation built for solvers that stop early.
//
// Problem     min_w mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2, phi convex, G-Lipschitz,
//             L-smooth, of a generalised linear model.
// Method      J(w) = objective + (extra/2)||w||^2 + <b, w>/n, b ~ N(0, s^2 I); find v with
//             ||grad J(v)|| <= gamma = 1/n^2 (or what double precision certifies, if that is more);
//             release v + N(0, s_out^2 I). n Lambda = 2 L / ((1 - f) epsilon_obj),
//             epsilon_obj = (1 - output_share) epsilon, with the hyper-parameter-free
//             f = max(min(.887 + .0187/epsilon^.373, .99), 1 - 1/epsilon + .001), epsilon
//             the total.
// Privacy     replace_one, add_remove, zero_out (n declared): two releases, the exact minimiser
//             (objective_noise.hpp, Gaussian) and, given it, the approximate one within
//             gamma/Lambda of it, sensitivity 2 gamma/Lambda.
// Reference   R. Iyengar, J. Near, D. Song, O. Thakkar, A. Thakurta, L. Wang. Towards Practical
//             Differentially Private Convex Optimization. 2019, Algorithm 1. [iyengar2019]
// Deviations  Both noises are calibrated to the budget with derived costs, output_share of mu for
//             the second, instead of the printed (1 + sqrt(2 log(1/delta)))/epsilon; the second's
//             sensitivity is 2 gamma/Lambda (two points in a ball), not gamma/Lambda. The paper's
//             code doubles gamma until the solver converges, so that its output depends on a
//             data-dependent retry; here the solver gets to gamma on every data
//             set (perturbed_minimum.hpp).
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct ApproximateMinimaPerturbation final : Algorithm {
  double fraction = 0, gamma = 0, output_share = 0.01;
  std::int64_t max_steps = 200;

  static constexpr Card card{.name = "approximate-minima-perturbation",
                             .doc = "objective perturbation with an approximate solver",
                             .cites = "iyengar2019, Algorithm 1",
                             .needs = needs_smooth | needs_lipschitz | needs_generalised_linear,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out"};
  static std::vector<Param<ApproximateMinimaPerturbation>> parameters() {
    return {real("fraction",
                 &ApproximateMinimaPerturbation::fraction,
                 {0, 0.9999},
                 "",
                 "f, the part of epsilon_obj that is not the Jacobian's; 0: the default formula"),
            real("gamma",
                 &ApproximateMinimaPerturbation::gamma,
                 {0, 1e3},
                 "||gradient||",
                 "certified gradient norm; 0: 1/n^2"),
            real("output_share",
                 &ApproximateMinimaPerturbation::output_share,
                 {1e-6, 0.9},
                 "",
                 "mu of the output noise, relative to the objective's"),
            whole("max_steps",
                  &ApproximateMinimaPerturbation::max_steps,
                  {1, 100000},
                  "",
                  "Newton steps before accelerated descent takes over")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
