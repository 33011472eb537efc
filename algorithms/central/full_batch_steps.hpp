// Noisy steps along the full gradient: the loop that noisy gradient descent and full-batch Langevin
// share.
#pragma once

#include <cstdint>

#include "framework/contracts.hpp"

namespace dpsco {

struct FullBatchSteps {
  std::int64_t updates = 0;
  double eta = 0, keep = 1, sigma = 0;
  double radius = 0;     ///< after each update onto ||w|| <= radius; 0: not
  bool average = false;  ///< release the mean of all iterates, the start among them

  /// From out.w [d]: w <- keep (w - eta grad F(w)) + N(0, sigma^2 I), F with its regulariser, by as
  /// many threads as the context allows. The iterate released does not change the noise drawn.
  void run(const Problem& problem, RunContext& context, Solution& out) const;
};

/// 1/mu of the budget: the smallest scale at which a Gaussian mechanism of sensitivity 1 meets it,
/// by the budget's accountant. What a method may choose its schedule by.
Outcome<double> inverse_mu(const Budget& budget);

}  // namespace dpsco
