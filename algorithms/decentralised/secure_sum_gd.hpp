// Gradient descent on sums that nobody sees the parts of: additive secret sharing over Z_{2^64}.
//
// Problem     min_x (1/N) sum_i f_i(x), f_i held by agent i; every pair of agents has a channel.
// Method      x^0 = 0, the same everywhere; each round agent i takes v_i = x - eta grad f_i(x)
//             and n_i ~ N(0, s^2 I), encodes q_i = round(2^F v_i) + round(2^F n_i) mod 2^64, draws
//             N - 1 uniform words as shares, the last share being q_i minus their sum, and sends
//             one to each agent. Everybody broadcasts the sum of the shares received; the sum of
//             all is sum_i q_i, decoded as x = sum_i q_i / (2^F N).
// Privacy     (epsilon, delta)-DP against up to `colluders` agents who pool all they see;
//             not local.
//             Shares: what they see is a function of their own data, uniform words and the sum over
//             honest agents. Proof: let i and h be honest and v any word. Adding v to q_i and to
//             the share that i sends h, and taking v from q_h and from the share that h keeps, maps
//             uniform shares to uniform shares one to one; no colluder sees either share, and h's
//             broadcast sum stays. So (q_i, q_h) and (q_i + v, q_h - v) look alike, and such moves
//             join any two inputs of equal honest sum. Noise: h = N - colluders >= 2 honest agents
//             add theirs. In units of 2^-F a record moves round(2^F v_i) by an
//             integer vector of length at most t = 2^F eta B_2 + sqrt(d). Integers split over h
//             agents as evenly as possible have squares adding up to at most t^2/h + d h/4, and
//             round(n) + z is round(n + z) for whole z, so the sum is a post-processing of one
//             Gaussian release with mu^2 = (t^2/h + d h/4)/(2^F s)^2: exact, rounding included.
//             Whether a sum wraps around, or a double is too coarse for the grid, would be seen and
//             is no function of that release, so neither may happen: with |grad_l f_i| <= g and
//             normals below 8.6, no |v_i| + |n_i| exceeds X = K (eta g + 8.6 s + 2^-F), and what
//             does not fit, X > 2^(53 - F) or N X > 2^(62 - F), is refused before any data are
//             seen.
// Utility     as noisy gradient descent with noise s/sqrt(N) on the mean step.
// Reference   the idea in H. Xiao, Y. Ye, S. Devadas 2019, Theorem 2.1 [xiao2019]; statement and
//             proof are ours.
// Deviations  Shares come from the simulation's statistical streams, which are no secure source.
// Cost        N^2 d words are drawn and sent a round.
#pragma once

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

struct SecureSumGd final : DescentMethod {
  SecureSumGd() { graph = "complete"; }
  std::int64_t colluders = 0, fraction_bits = 24;

  static constexpr Card card{.name = "secure-sum-gd",
                             .doc = "gradient descent on secret-shared sums, noise from all agents",
                             .cites = "xiao2019, Theorem 2.1",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy =
                                 "(epsilon, delta)-DP of each agent's record against "
                                 "colluders, by secret sharing",
                             .adjacencies = "replace_one zero_out",
                             .family = "decentralised"};
  static std::vector<Param<SecureSumGd>> parameters() {
    using T = SecureSumGd;
    return joined<T>(
        agent_rows<T>(),
        {eta_row<T>(),
         release_row<T>(),
         whole<T>("colluders", &T::colluders, {0, 4096}, "agents", "at most N - 2"),
         whole<T>("fraction_bits", &T::fraction_bits, {1, 50}, "bits", "F of the fixed point")});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
