// M-ADMM: consensus ADMM with a perturbed, increasing penalty.
//
// Problem     min_w (1/N) sum_i f_i(w) over a network of N agents, f_i as in local_objectives.hpp,
//             R^d.
// Method      Rounds of perturbed_admm.hpp where the penalty of round t is
//               eta_t sum_j ||f + eps - (f_i + f_j)/2||^2,  eta_t = eta growth^{s(t)},
//             s(t) = t - 1 rounded down to a multiple of `hold` (few different steps are quick to
//             price), eps of density exp(-alpha_t ||eps||), alpha_t = alpha noise_growth^{s(t)}:
//             the same as b = 2 eta_t V_i eps. The dual step theta <= eta stays. eta = 0 takes the
//             smallest eta >= .1 for which twice the curvature's part of the loss is affordable.
// Privacy     Local, pure in every round; the agent with the fewest neighbours V pays most:
//               constants = tight      factor G alpha_t (N/n)/(2 eta_t V)
//                                      + log(1 + L (N/n)/(lambda + 2 eta_t V))
//               constants = published  (1.4 L + G alpha_t)(N/n)/(eta_t V), which needs
//                                      2 L N/n < lambda + 2 eta V; never smaller than the former.
// Reference   X. Zhang, M. M. Khalili, M. Liu, Improving the Privacy and Accuracy of ADMM-Based
//             Distributed Algorithms [zhang2018]; its formulas are shape only here, the tight
//             constants are derived in perturbed_admm.hpp.
// Deviations  alpha from the budget's accountant; subproblems are solved to a relative residual of
//             1e-10, while the guarantee is that of the exact minimiser.
#pragma once

#include "algorithms/decentralised/perturbed_admm.hpp"

namespace dpsco {

struct MAdmm final : PerturbedMethod {
  double eta = 0, theta = 0, growth = 1.02, noise_growth = 1;
  std::int64_t hold = 10;
  std::string constants = "tight";

  static constexpr Card card{
      .name = "m-admm",
      .doc = "ADMM with a perturbed, increasing penalty; the paper's shape, constants derived",
      .cites = "zhang2018, M-ADMM",
      .needs = needs_lipschitz | needs_smooth,
      .privacy = "(epsilon, delta)-LDP of each agent's record",
      .adjacencies = "replace_one zero_out",
      .family = "decentralised"};
  static std::vector<Param<MAdmm>> parameters() {
    using T = MAdmm;
    return with_graph_rows<T>(
        {real("eta",
              &T::eta,
              {0, 1e12},
              "loss / ||w||^2",
              "penalty of the first round; 0: by budget"),
         real("theta", &T::theta, {0, 1e12}, "loss / ||w||^2", "dual step <= eta; 0: eta"),
         real("growth", &T::growth, {1, 10}, "", "of the penalty, a round"),
         real("noise_growth", &T::noise_growth, {0.1, 10}, "", "of alpha, a round"),
         whole("hold", &T::hold, {1, 1e7}, "rounds", "for which penalty and alpha stay"),
         constants_row<T>()});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
