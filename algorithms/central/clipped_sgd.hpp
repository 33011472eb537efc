// The loop of DP-SGD with clipping, with or without noise.
#pragma once

#include "algorithms/central/batch_sampler.hpp"
#include "framework/contracts.hpp"

namespace dpsco {

/// w_1 = 0; steps times, on the sampler's batch B:
///   w <- w - eta (g + lambda w),
///   g = (sum_{i in B} clip_C(grad phi_i(w)) + N(0, sigma^2 I))/batch.
/// The sum is divided by the planned batch, never by |B|, which is private under Poisson sampling.
struct ClippedSgd {
  Batches batches = Batches::poisson;
  Index batch = 1;
  std::int64_t steps = 0;
  double clip = 1, eta = 0;
  double sigma = 0;      ///< of the noise on the clipped sum; 0: none
  bool average = false;  ///< the mean of the iterates after each step instead of the last

  Solution run(const Problem& problem, RunContext& context) const;
};

/// Steps and batch of a plan, from parameters where 0 means "choose".
struct StepCount {
  Index batch = 1;
  std::int64_t steps = 0;
};
/// batch 0: ceil(sqrt n). steps = ceil(epochs n / batch); shuffled: ceil(epochs) orders of
/// floor(n / batch) steps each. A Skip if n < 1 or batch > n.
Outcome<StepCount> step_count(Index n, Index batch, double epochs, Batches batches);

struct ClippedSgdPlan final : Plan {
  using Plan::Plan;
  ClippedSgd loop{};

  Solution run(const Problem& problem, RunContext& context) const override {
    return loop.run(problem, context);
  }
};

}  // namespace dpsco
