// Non-private SGD with decaying steps and an average of its iterates.
//
// Problem     min_w mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2 over ||w|| <= R
//             (projection = ball) or R^d.
// Method      w_1 = 0; `passes` passes over the records in random order,
//             w <- Pi[w - eta_t (grad phi_i(w) + lambda w)], eta_t = eta0/(G sqrt t), at most
//             1/lambda. average = polynomial: mean <- mean + (p + 1)/(t + p) (w - mean), p = power:
//             weights grow like t^p. suffix: the mean of the last ceil(suffix T) iterates.
// Privacy     none: the ledger says non_private.
// Utility     O((R^2 G/eta0 + eta0 G)/sqrt T) for both averages, shape only.
// Reference   O. Shamir, T. Zhang. Stochastic Gradient Descent for Non-smooth Optimization:
//             Convergence Results and Optimal Averaging Schemes. 2013. [shamir2013]
// Cost        O(d) a step, for the average.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct SgdAveraging final : Algorithm {
  double eta0 = 10, power = 3, suffix = 0.5;
  std::int64_t passes = 1;
  std::string average = "polynomial", projection = "ball";

  static constexpr Card card{.name = "sgd-averaging",
                             .doc = "non-private SGD, polynomial-decay or suffix average",
                             .cites = "shamir2013",
                             .needs = needs_lipschitz_on_ball};
  static std::vector<Param<SgdAveraging>> parameters() {
    return {word("average", &SgdAveraging::average, "polynomial suffix", "weights of the iterates"),
            real("power", &SgdAveraging::power, {0, 1e6}, "", "p of average = polynomial"),
            real("suffix", &SgdAveraging::suffix, {1e-9, 1}, "", "part kept by average = suffix"),
            real("eta0", &SgdAveraging::eta0, {1e-9, 1e9}, "||w||", "eta_t = eta0/(G sqrt t)"),
            whole("passes", &SgdAveraging::passes, {1, 10000}, "", "over the records"),
            word("projection", &SgdAveraging::projection, "ball none", "onto ||w|| <= R, or not")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
