// DP-SGD: noisy sums of clipped gradients on sampled batches.
//
// Problem     min_w (1/n) sum_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2 over R^d.
// Method      w_1 = 0; for t = 1..T: draw a batch B_t;
//               g = (sum_{i in B_t} clip(grad phi_i(w), C) + N(0, (z C)^2 I))/b + lambda w;
//               w <- w - eta g;  b is the expected batch size, never the size drawn.
//             batches = poisson: every record joins with probability b/n, independently;
//             fixed: b of n without replacement; shuffled: a fresh random order each epoch, cut.
// Privacy     poisson: T Poisson-sampled Gaussian releases (replace_one, add_remove); fixed: T
//             Gaussian releases on b of n (replace_one). shuffled: a record is in one batch of an
//             epoch, so given the order an epoch is one Gaussian release; no amplification by the
//             order is claimed (replace_one). All iterates may be published.
// Utility     none beyond noisy SGD's, and only if C >= G: clipping biases the gradient.
// Reference   M. Abadi, A. Chu, I. Goodfellow, H. B. McMahan, I. Mironov, K. Talwar, L. Zhang. Deep
//             Learning with Differential Privacy. 2016. [abadi2016]
// Deviations  Noise from the budget's accountant; the mean of the iterates by default.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct DpSgd final : Algorithm {
  double eta0 = 10, clip = 1, epochs = 10;
  std::int64_t batch = 64;
  std::string batches = "poisson", iterate = "average";

  static constexpr Card card{
      .name = "dp-sgd",
      .doc = "DP-SGD: clipped gradients, sampled batches, each priced as drawn",
      .cites = "abadi2016, Algorithm 1",
      .privacy = "(epsilon, delta)-DP",
      .adjacencies = "replace_one add_remove"};
  static std::vector<Param<DpSgd>> parameters() {
    return {real("eta0", &DpSgd::eta0, {1e-9, 1e9}, "||w||", "eta = eta0/(2 C sqrt T)"),
            real("clip", &DpSgd::clip, {1e-9, 1e9}, "gradient norm", "C, the clipping norm"),
            real("epochs", &DpSgd::epochs, {1e-3, 1e5}, "passes", "expected passes"),
            whole("batch", &DpSgd::batch, {1, 1e9}, "records", "expected size, at most n"),
            word("batches", &DpSgd::batches, "poisson fixed shuffled", "how batches are drawn"),
            word("iterate", &DpSgd::iterate, "average last", "what is measured")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
