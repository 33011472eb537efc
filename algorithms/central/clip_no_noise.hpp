// DP-SGD's loop with its clipping and without its noise: what epsilon = infinity of DP-SGD is,
// which is not the non-private method, since the clipping stays.
//
// Problem     as dp-sgd.
// Method      as dp-sgd with z = 0 and the same batches, steps and step sizes (eta at most
//             1/lambda).
// Privacy     none: the ledger says non_private.
// Reference   as dp-sgd. [abadi2016]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct ClipNoNoise final : Algorithm {
  double clip = 1, eta0 = 10, epochs = 10;
  std::int64_t batch = 0;
  std::string batches = "poisson", average = "last";

  static constexpr Card card{.name = "clip-no-noise",
                             .doc = "DP-SGD's clipped loop without noise; not private",
                             .cites = "abadi2016, Algorithm 1"};
  static std::vector<Param<ClipNoNoise>> parameters() {
    return {word("batches", &ClipNoNoise::batches, "poisson fixed shuffled", "as dp-sgd"),
            whole("batch",
                  &ClipNoNoise::batch,
                  {0, 1e15},
                  "records",
                  "m, the planned batch; 0: ceil(sqrt n)"),
            real("epochs", &ClipNoNoise::epochs, {1e-6, 1e6}, "passes", "T = ceil(epochs n/m)"),
            real("clip",
                 &ClipNoNoise::clip,
                 {1e-9, 1e9},
                 "||gradient||",
                 "C, largest norm kept of a record"),
            real("eta0",
                 &ClipNoNoise::eta0,
                 {1e-9, 1e9},
                 "||w||",
                 "step scale: eta = eta0/(2 C sqrt T)"),
            word("average", &ClipNoNoise::average, "last mean", "which iterate is the answer")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
