// Full-batch Langevin: the shrinking noisy steps of Ma, Marinov and Zhang along the full gradient,
// the average iterate released. Its bound has neither the dimension nor a logarithm.
//
// Problem     min_w E phi(<w, x>, y), unconstrained; phi convex, G-Lipschitz and L-smooth in w.
// Method      w_1 ~ N(0, beta0 I); for t = 2..T
//               w <- c (w - eta grad F(w)) + N(0, (1 - c^2) beta0 I),  c = 1 - k/T, eta = s/T;
//             mean of w_1..w_T. (s, k) minimises the bound below under eta <= 2/L: it is found on a
//             grid of k, and for each k the bound A/s + B s + C s^2 has one minimum in s.
// Privacy     all iterates: T - 1 Gaussian mechanisms, one record moves an update
//             by at most c eta G/n (twice that if replaced): noise multiplier
//             sqrt((1 - c^2) beta0) n/(c eta G).
// Utility     excess population risk of the average, lambda = 0, T large:
//             (1 + k) R^2/(2 s) + s G^2/(2 T) + (2 G^2 s/(n k))(1 - (1 - e^-k)/k)
//               + G^2 s^2 tr/(n^2 mu^2 k), tr the bound on the Hessian's trace: regret of the
//             shrinking steps, stability in W1, and (beta0/2) tr with
//             beta0 = 2 G^2 s^2/(n^2 k mu^2).
// Reference   Derived from Y.-A. Ma, T. Marinov, T. Zhang 2022, Proposition 1 and Corollary 1, with
//             full gradients; not in the paper. [ma2022]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct FullBatchLangevin final : Algorithm {
  std::int64_t steps = 200;
  std::string iterate = "average";

  static constexpr Card card{.name = "full-batch-langevin",
                             .doc = "shrinking noisy steps along the full gradient, averaged",
                             .cites = "ma2022, with full gradients",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out"};
  static std::vector<Param<FullBatchLangevin>> parameters() {
    return {whole("steps", &FullBatchLangevin::steps, {2, 1e9}, "", "T"),
            word("iterate", &FullBatchLangevin::iterate, "average last", "what is released")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

/// s and k of the bound, see above.
struct LangevinTuning {
  double s = 0, k = 0;
};
/// The minimiser for T steps under s <= 2 T/L and k <= T/2. pre: 1/mu > 0, T >= 2, n >= 1.
LangevinTuning tuned_langevin(const Facts& facts, double inverse_mu, double T);
/// The bound at (s, k); infinite unless s, k > 0.
double langevin_bound(const Facts& facts, double inverse_mu, double T, LangevinTuning at);

}  // namespace dpsco
