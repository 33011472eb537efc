// Full-batch Langevin: Algorithm 1 of Ma, Marinov and Zhang with full gradients.
//
// Problem     min_w (1/n) sum_i phi(<w, x_i>, y_i), unconstrained; phi convex, G-Lipschitz, smooth.
// Method      w_1 ~ N(0, beta0 I); for t = 1..T, with c = 1 - k/T (lambda eta = k/T):
//               w <- c (w - eta grad F(w)) + N(0, (1 - c^2) beta0 I),  eta = eta0/(2 G sqrt T);
//             output the average of w_1..w_T, or w_{T+1} (iterate = last).
// Privacy     T Gaussian releases: one record contributes c eta G/n at most, the noise has variance
//             (1 - c^2) beta0. The start is data-free. All iterates may be published.
// Utility     bound full-batch-langevin is its limit T -> infinity with S = eta T.
// Reference   technique of Y.-A. Ma, T. Marinov, T. Zhang 2022, Corollary 2 [ma2022]; derived in
// the
//             specification (01 section 6.2), not published.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct FullBatchLangevin final : Algorithm {
  double eta0 = 10, shrinkage = 1;
  std::int64_t steps = 100;
  std::string iterate = "average";

  static constexpr Card card{.name = "full-batch-langevin",
                             .doc = "Algorithm 1's shrinking noisy step with full gradients",
                             .cites = "ma2022, technique of Corollary 2",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out"};
  static std::vector<Param<FullBatchLangevin>> parameters() {
    using T = FullBatchLangevin;
    return {real<T>("eta0", &T::eta0, {1e-9, 1e9}, "||w||", "step scale: eta = eta0/(2 G sqrt T)"),
            real<T>("shrinkage", &T::shrinkage, {1e-6, 1e3}, "", "k: lambda eta = k/T, below 1"),
            whole<T>("steps", &T::steps, {1, 1e7}, "steps", "T"),
            word<T>("iterate", &T::iterate, "average last", "what is released and measured")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
