// Non-private SGD whose last iterate is optimal: steps that halve as the horizon nears.
//
// Problem     min_w mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2 over ||w|| <= R
//             (projection = ball) or R^d.
// Method      w_1 = 0; `passes` passes over the records in random order, T steps in all,
//             w <- Pi[w - eta_t (grad phi_i(w) + lambda w)], eta_t = 2^-i eta0/(G sqrt T) for
//             T_i < t <= T_{i+1}, T_i = T - ceil(T 2^-i) (projected_sgd.hpp), at most 1/lambda. The
//             last iterate.
// Privacy     none: the ledger says non_private.
// Utility     O((R^2 G/eta0 + eta0 G)/sqrt T), last iterate, shape only.
// Reference   P. Jain, D. Nagaraj, P. Netrapalli. Making the Last Iterate of SGD Information
//             Theoretically Optimal. 2019. [jain2019]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct SgdLastIterate final : Algorithm {
  double eta0 = 10;
  std::int64_t passes = 1;
  std::string projection = "ball";

  static constexpr Card card{.name = "sgd-last-iterate",
                             .doc = "non-private SGD, halving steps, last iterate",
                             .cites = "jain2019",
                             .needs = needs_lipschitz_on_ball};
  static std::vector<Param<SgdLastIterate>> parameters() {
    return {
        real("eta0",
             &SgdLastIterate::eta0,
             {1e-9, 1e9},
             "||w||",
             "first step: eta_1 = eta0/(G sqrt T)"),
        whole("passes", &SgdLastIterate::passes, {1, 10000}, "", "over the records"),
        word("projection", &SgdLastIterate::projection, "ball none", "onto ||w|| <= R, or not")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
