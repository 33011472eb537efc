// DP-SGD: clipped gradients of random batches, Gaussian noise, every iterate released.
//
// Problem     min_w mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2, any differentiable phi.
// Method      w_1 = 0; for t = 1..T on a batch B_t: w <- w - eta (g + lambda w),
//             g = (sum_{i in B_t} clip_C(grad phi_i(w)) + N(0, (z C)^2 I)) / m, m the planned
//             batch: the size of B_t is private under Poisson sampling. batches = poisson:
//             rate m/n each step, afresh. fixed: m of n without replacement, each step afresh.
//             shuffled: blocks of a random order, a new order each epoch; the last n mod m records
//             of an order are left out. step = fixed: eta = eta0/(2 C sqrt T). step = theory:
//             eta = R/(B sqrt T), B^2 = C^2 (1 + 1/m) + d (z C/m)^2, the minimiser of the bound
//             below. eta is at most 1/lambda: beyond, shrinkage overshoots. T = ceil(epochs n/m).
// Privacy     poisson under add_remove, zero_out and replace_one (whose pair the accountants
//             know): T poisson_sampled gaussians. fixed under replace_one: T
//             sampled_without_replacement gaussians. shuffled under replace_one and zero_out: no
//             amplification is claimed; the blocks of an epoch are disjoint and their places
//             don't depend on the data, so a record is in one of them and an epoch costs one
//             gaussian. Under add_remove the blocks themselves would move. Nothing is assumed of
//             the loss: the clipping bounds it.
// Utility     lambda = 0, C >= G, ||w*|| <= R, step = theory (poisson, fixed): the mean of w_2 ..
//             w_{T+1} has excess empirical risk at most (1 + 1/(2 T)) R B/sqrt T in expectation:
//             sum_{t <= T+1} E F(w_t) - F(w*) <= R^2/(2 eta) + (T + 1) eta B^2/2, the regret with
//             one more step that is never taken; w_1's part of it is >= 0, and eta = R/(B sqrt T).
//             If C < G clipping biases the gradients.
// Reference   M. Abadi, A. Chu, I. Goodfellow, H. B. McMahan, I. Mironov, K. Talwar, L. Zhang.
//             Deep Learning with Differential Privacy. 2016, Algorithm 1. [abadi2016]
// Deviations  Every sampler is priced by its own event; the accountant is the budget's.
// Cost        O(m nnz + d) a step.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct DpSgd final : Algorithm {
  double clip = 1, eta0 = 10, epochs = 10;
  std::int64_t batch = 0;
  std::string batches = "poisson", step = "fixed", average = "last";

  static constexpr Card card{.name = "dp-sgd",
                             .doc = "clipped noisy SGD on Poisson, fixed-size or shuffled batches",
                             .cites = "abadi2016, Algorithm 1",
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out"};
  static std::vector<Param<DpSgd>> parameters() {
    return {
        word("batches", &DpSgd::batches, "poisson fixed shuffled", "who takes part in a step"),
        whole(
            "batch", &DpSgd::batch, {0, 1e15}, "records", "m, the planned batch; 0: ceil(sqrt n)"),
        real("epochs", &DpSgd::epochs, {1e-6, 1e6}, "passes", "T = ceil(epochs n/m)"),
        real("clip", &DpSgd::clip, {1e-9, 1e9}, "||gradient||", "C, largest norm kept of a record"),
        real("eta0", &DpSgd::eta0, {1e-9, 1e9}, "||w||", "step scale of step = fixed"),
        word("step",
             &DpSgd::step,
             "fixed theory",
             "eta0/(2 C sqrt T), or the step of the bound for unclipped gradients"),
        word("average", &DpSgd::average, "last mean", "which iterate is the answer")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
