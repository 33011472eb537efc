// Non-private SGD with suffix or polynomial-decay averaging.
//
// Problem     min_w (1/n) sum_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2 over ||w|| <= R.
// Method      w_1 = 0; for each record once, in random order: w <- Pi[w - eta_t grad], eta_t =
//             eta0/(G' sqrt t) (lambda = 0) or 1/(lambda t) (step = strongly-convex), G' = G +
//             lambda R. averaging = polynomial: m_t = (1 - (k+1)/(t+k)) m_{t-1} + (k+1)/(t+k) w_t;
//             suffix: the mean of the last ceil(alpha n) iterates; last: the last iterate.
// Privacy     none: the ledger says non_private.
// Reference   O. Shamir, T. Zhang. Stochastic Gradient Descent for Non-smooth Optimization:
//             Convergence Results and Optimal Averaging Schemes. 2013. [shamir2013]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct SgdAveraging final : Algorithm {
  double eta0 = 10, alpha = 0.5;
  std::int64_t power = 3;
  std::string averaging = "polynomial", step = "convex";

  static constexpr Card card{.name = "sgd-averaging",
                             .doc = "non-private SGD, one pass, suffix or polynomial averaging",
                             .cites = "shamir2013",
                             .needs = needs_lipschitz_on_ball};
  static std::vector<Param<SgdAveraging>> parameters() {
    return {
        real("eta0", &SgdAveraging::eta0, {1e-9, 1e9}, "||w||", "of step = convex"),
        real("alpha", &SgdAveraging::alpha, {1e-9, 1}, "share", "of averaging = suffix"),
        whole("power", &SgdAveraging::power, {0, 1e6}, "", "k of averaging = polynomial"),
        word("averaging", &SgdAveraging::averaging, "polynomial suffix last", "of iterates"),
        word("step", &SgdAveraging::step, "convex strongly-convex", "eta0/(G sqrt t), 1/(l t)")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
