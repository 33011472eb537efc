// DP-FTRL: follow the regularised leader on prefix sums with correlated noise; no sampling is
// assumed.
//
// Problem     min_w mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2, any differentiable phi.
// Method      One pass over T = floor(n/m) disjoint blocks of m records in one random order
//             (the last n mod m are left out); w_1 = 0, w_{t+1} = -eta (S_t + (z C/m) N_t),
//             S_t = sum_{s<=t} (g_s + lambda w_s), g_s the mean of the block's gradients clipped
//             to norm C, N_t correlated noise: factor = tree: binary tree, a node for each set
//             bit of t. factor = banded: C^-1 Z summed to t, C the square root of the prefix-sum
//             matrix cut to `bands` diagonals. eta = eta0/(2 C sqrt T), at most 1/lambda: beyond,
//             shrinkage overshoots.
// Privacy     replace_one and zero_out, all iterates; a record is in one block. tree: it is in at
//             most 1 + floor(log2 T) nodes: tree_aggregation. banded: released are the rows of
//             C X + Z. Given what was released, w and so all blocks' rows of X but the record's
//             own are the same for neighbours; that one, row s, differs by at most C (zero_out)
//             or 2 C. So row t >= s is a gaussian shifted by c_{t-s} times that, and adaptive
//             composition adds the squares: one gaussian of sensitivity column norm times C or
//             2 C. add_remove is not covered: a missing record would move all later blocks. The
//             order and lambda w touch no record's value.
// Utility     mean of iterates: O(R G (1/sqrt n + sqrt(sqrt d/(n epsilon)))), shape only.
// Reference   P. Kairouz, B. McMahan, S. Song, O. Thakkar, A. Thakurta, Z. Xu. Practical and
//             Private (Deep) Learning without Sampling or Shuffling. 2021, Algorithm 1.
//             [kairouz2021] S. Denisov, B. McMahan, K. Rush, A. Smith, A. Thakurta. Improved
//             Differential Privacy for SGD via Optimal Private Linear Operators on Adaptive
//             Streams. 2022. [denisov2022]
// Deviations  Blocks instead of single records; no restarts, one pass; the tree without Honaker's
//             variance reduction.
// Cost        O(m nnz + d) a step with the tree, O(m nnz + bands d) with banded factors.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct DpFtrl final : Algorithm {
  double clip = 1, eta0 = 10;
  std::int64_t batch = 0, bands = 16;
  std::string factor = "tree", average = "mean";

  static constexpr Card card{.name = "dp-ftrl",
                             .doc = "follow the leader on noisy prefix sums, one pass",
                             .cites = "kairouz2021, Algorithm 1; denisov2022",
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one zero_out"};
  static std::vector<Param<DpFtrl>> parameters() {
    return {
        word("factor", &DpFtrl::factor, "tree banded", "how the noise of prefix sums is shared"),
        whole("bands", &DpFtrl::bands, {1, 4096}, "steps", "diagonals of factor = banded"),
        whole("batch", &DpFtrl::batch, {0, 1e15}, "records", "m, block size; 0: ceil(sqrt n)"),
        real(
            "clip", &DpFtrl::clip, {1e-9, 1e9}, "||gradient||", "C, largest norm kept of a record"),
        real("eta0", &DpFtrl::eta0, {1e-9, 1e9}, "||w||", "step scale: eta = eta0/(2 C sqrt T)"),
        word("average", &DpFtrl::average, "mean last", "which iterate is the answer")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
