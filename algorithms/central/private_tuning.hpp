// Private tuning: a random number of runs of a method, each with a parameter drawn from a list of
// candidates, and the run with the best noisy score released. The search is paid for.
//
// Method      candidates v_1..v_c, evenly spaced on a log scale from `low` to `high`; K ~ the law
//             `repetitions` of mean `runs`, drawn without looking at the data; for k = 1..K
//               v uniform among the candidates, w_k the method's output with parameter = v,
//               s_k = #{i : y_i <w_k, x_i> > 0} + N(0, sigma^2);
//             the w_k of the largest s_k is released. Poisson with K = 0 releases w = 0.
// Privacy     one run releases w_k and s_k. A record changes the count by at most 1 whatever
//             the adjacency, so the score is a Gaussian mechanism of noise multiplier
//             sigma, and the best of K runs is the ledger's `selection` of (method, score).
//             sigma = 1/(score_share mu), mu the target's GDP parameter: the score costs
//             score_share mu of one run.
//             A run's law is a mixture over candidates that all cost the same; e^((a-1) D_a) is
//             jointly convex, so the mixture costs no more than one of them. Candidates whose
//             ledgers differ are refused.
// Reference   N. Papernot, T. Steinke. Hyperparameter Tuning with Renyi Differential Privacy. 2022.
//             [papernot2022]
// Deviations  eta0 is tuned with step = fixed where a method has both: only then does it matter.
//             The other parameters keep their defaults. Calibrate with rdp: gdp, contour and pld
//             have no price for a selection.
// Cost        `runs` times that of the method, on average.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct PrivateTuning final : Algorithm {
  std::string method = "single-pass-dp-sgd", parameter = "eta0", repetitions = "geometric";
  double low = 1, high = 100, runs = 5, score_share = 0.1;
  std::int64_t candidates = 5;

  static constexpr Card card{.name = "private-tuning",
                             .doc = "a method with its step tuned privately: the best of K runs",
                             .cites = "papernot2022, Theorems 2 and 6",
                             .privacy = "(epsilon, delta)-DP",
                             .adjacencies = "replace_one add_remove zero_out"};
  static std::vector<Param<PrivateTuning>> parameters() {
    return {word("method",
                 &PrivateTuning::method,
                 "single-pass-dp-sgd pnsgd noisy-gd phased-sgd multi-pass-dp-sgd dp-sgd dp-ftrl",
                 "what is tuned"),
            word("parameter", &PrivateTuning::parameter, "eta0 clip", "of the method"),
            real("low", &PrivateTuning::low, {1e-9, 1e9}, "", "smallest candidate"),
            real("high", &PrivateTuning::high, {1e-9, 1e9}, "", "largest candidate"),
            whole("candidates", &PrivateTuning::candidates, {1, 1000}, "", "how many"),
            word("repetitions",
                 &PrivateTuning::repetitions,
                 "geometric poisson",
                 "law of the number of runs"),
            real("runs", &PrivateTuning::runs, {1, 500}, "", "mean number of runs"),
            real("score_share",
                 &PrivateTuning::score_share,
                 {1e-6, 1},
                 "mu",
                 "what the score of one run costs, in the target's GDP parameter")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
