// Full-batch Langevin, averaged: the shrinking noisy steps of Ma, Marinov and Zhang along the full
// gradient, w_1 ~ N(0, beta0 I), w_{t+1} = c (w_t - eta grad F_S(w_t)) + N(0, (1 - c^2) beta0 I),
// c = 1 - k/T, T iterates averaged.
//
// Statement   E F(average) - F(w) <= lambda~ ||w||^2/(2T) + eta G^2/2 + (beta0/2) tr(H)
//               + (2 G^2 eta/n) (c/(1 - c)) (1 - (1 - c^T)/(T (1 - c))),
//             lambda~ = (1 + k (T - 1)/T)/eta, for every w and eta <= 2/L.
// Derivation  Training risk: this is Algorithm 1 with lambda_1 = 1/eta, lambda_t = k/(T eta) and
//             equal steps, so Proposition 1's condition lambda_t >= 1/eta_t - 1/eta_{t-1} = 0
//             holds, and its sum divided by T is, for any law p that does not depend on the sample,
//               (1/T) sum_t E F_S(w_t) <= F(p) + (lambda~ beta0/T) KL(p, N(0, beta0 I)) + eta G^2/2
//             with lambda~ = sum_t lambda_t. At p = N(w, beta0 I) the divergence is
//             ||w||^2/(2 beta0), and F(p) <= F(w) + (beta0/2) tr(H) by the Hessian bound H.
//             Fresh records: replace one of n records and keep the noise. A gradient step with
//             eta <= 2/L expands no distance, so D_{t+1} <= c (D_t + 2 G eta/n), D_1 = 0, that is
//             D_t <= (2 G eta/n) (c - c^t)/(1 - c); E F(w_t) - E F_S(w_t) <= G D_t, whose mean
//             over t <= T is the last term. F is convex, so the average is no worse than the mean.
// Tuned       Without a plan T -> infinity with S = eta T fixed and beta0 = 2 G^2 S^2/(n^2 k mu^2)
//             (mu doubled under add_remove and zero_out):
//             min over S, k of (1 + k) ||w||^2/(2S) + (2 G^2 S/(n k)) (1 - (1 - e^-k)/k)
//               + G^2 S^2 tr/(n^2 mu^2 k): neither d nor a logarithm.
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct FullBatchLangevinBound final : Bound {
  static constexpr Card card{
      .name = "full-batch-langevin",
      .doc =
          "full-batch Langevin, average: free of d and of logarithms; without a plan T to "
          "infinity",
      .cites = "ma2022, Proposition 1 with full gradients",
      .version = 3,
      .risk = "excess_population_risk",
      .iterate = "average",
      .constants = "derived"};
  static std::vector<Param<FullBatchLangevinBound>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override;
};

}  // namespace dpsco
