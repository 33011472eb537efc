// SGD on clipped gradients of sampled batches: the loop that dp-sgd and clip-no-noise share.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "framework/contracts.hpp"

namespace dpsco {

enum class Batches { poisson, fixed, shuffled };
/// pre: "poisson", "fixed" or "shuffled".
Batches batches_named(std::string_view name);

/// What both methods let the user choose.
struct ClippedSgdChoice {
  double eta0 = 10, clip = 1;  ///< eta = eta0/(2 clip sqrt T)
  double epochs = 10;          ///< expected passes over the records
  std::int64_t batch = 64;     ///< expected size of a batch; at most the declared n is used
  Batches batches = Batches::poisson;
  bool average = true;  ///< of the iterates before each step; else the last iterate
};

/// Sizes that follow from a choice and the declared n >= 1.
struct ClippedSgdSizes {
  ClippedSgdSizes(const ClippedSgdChoice& choice, std::int64_t n);
  std::int64_t n = 1, batch = 1, steps = 1;
  std::int64_t epochs = 1;  ///< whole passes, of shuffled batches
  double eta = 0;
};

/// The plan of w <- w - eta (sum_{i in B} clip(grad_i, C)/b + lambda w + N(0, sigma^2 I)) from
/// w = 0. Its ledger is the caller's claim. sigma = 0: no noise at all.
std::shared_ptr<const Plan> clipped_sgd_plan(Ledger ledger,
                                             const ClippedSgdChoice& choice,
                                             const ClippedSgdSizes& sizes,
                                             double regularisation,
                                             double sigma);

}  // namespace dpsco
