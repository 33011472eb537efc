// Output perturbation: minimise, then add noise that covers the minimiser's sensitivity.
//
// Problem     min_w mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2, phi convex, G-Lipschitz,
//             L-smooth.
// Method      v with ||grad J(v)|| <= gamma for J = objective + (extra/2)||w||^2,
//             Lambda = lambda + extra; release v + c, c ~ N(0, s^2 I) (noise = gaussian) or density
//             proportional to exp(-rate ||c||) (noise = exponential-l2).
// Privacy     replace_one, add_remove and zero_out (n declared). J is Lambda-strongly convex, and a
//             changed record moves grad J by at most k G/n, k = 2 under replace_one and 1
//             otherwise. Monotonicity gives Lambda ||w - w'|| <= k G/n for the exact minimisers,
//             and each solver stops within gamma/Lambda of its own:
//               ||v - v'|| <= (k G/n + 2 gamma) / Lambda.
// Utility     excess empirical risk in the mean at most
//             (extra/2)||w*||^2 + gamma^2/(2 Lambda) + G E||c||, E||c|| <= sqrt(d) s or d/rate.
//             regulariser 0 takes the extra weight that minimises the two terms that matter at
//             ||w*|| = R: Lambda = sqrt(2 G Lambda E||c||)/R.
// Reference   K. Chaudhuri, C. Monteleoni, A. Sarwate. Differentially Private Empirical Risk
//             Minimization. 2011, Algorithm 1. [chaudhuri2011]
// Deviations  The solver's error is inside the sensitivity (the paper assumes exact minimisers);
//             Gaussian noise as well. The loss must be smooth: then a solver of planned length
//             gets to gamma on every data set (perturbed_minimum.hpp), and no run fails.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct OutputPerturbation final : Algorithm {
  double regulariser = 0, solver_error = 1e-4;
  std::int64_t max_steps = 200;
  std::string noise = "gaussian";

  static constexpr Card card{.name = "output-perturbation",
                             .doc = "noise on the regularised minimiser, solver error included",
                             .cites = "chaudhuri2011, Algorithm 1",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out"};
  static std::vector<Param<OutputPerturbation>> parameters() {
    return {word("noise",
                 &OutputPerturbation::noise,
                 "gaussian exponential-l2",
                 "law of the noise; the second is purely epsilon-DP"),
            real("regulariser",
                 &OutputPerturbation::regulariser,
                 {0, 1e6},
                 "1/||w||^2",
                 "l2 weight added to the loss's own; 0: the bound's minimiser"),
            real("solver_error",
                 &OutputPerturbation::solver_error,
                 {1e-9, 10},
                 "G/n",
                 "gamma, the certified gradient norm"),
            whole("max_steps",
                  &OutputPerturbation::max_steps,
                  {1, 100000},
                  "",
                  "Newton steps before accelerated descent takes over")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
