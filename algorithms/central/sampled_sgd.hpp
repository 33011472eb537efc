// What the noisy SGD methods on sampled batches share: their ledger and their run.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "algorithms/central/sampled_steps.hpp"

namespace dpsco {

/// `updates` mean gradients of uniform batches, all released: one record contributes at most
/// G/batch to one, and noise of standard deviation noise_multiplier G/batch is added. replace_one.
Ledger sampled_sgd_ledger(std::int64_t n,
                          std::int64_t batch,
                          std::int64_t updates,
                          double noise_multiplier);

/// The noise multiplier that the budget's accountant finds for that ledger. A Skip names the
/// accountants that price it.
Outcome<double> calibrated_noise(std::int64_t n,
                                 std::int64_t batch,
                                 std::int64_t updates,
                                 const Budget& budget);

/// From 0, update u = 1..updates: w <- Pi_R[w - eta_u (g + lambda w + N(0, sigma^2 I))] with
/// eta_u = eta, or eta/sqrt(u) if it decays.
struct SampledSgdPlan final : Plan {
  SampledSgdPlan(Ledger releases, std::map<std::string, double> numbers);
  Solution run(const Problem& problem, RunContext& context) const override;

  SampledSteps steps{};
  double eta = 0, sigma = 0;
  bool decays = false;
};

}  // namespace dpsco
