// DP-SGD with its clipping and sampling and without its noise: what clipping alone costs.
//
// Problem     as dp-sgd.
// Method      as dp-sgd with sigma = 0 on the same batches.
// Privacy     none: the ledger says non_private.
// Reference   M. Abadi et al. Deep Learning with Differential Privacy. 2016. [abadi2016]
#pragma once

#include "framework/contracts.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

struct ClipNoNoise final : Algorithm {
  double eta0 = 10, clip = 1, epochs = 10;
  std::int64_t batch = 64;
  std::string batches = "poisson", iterate = "average";

  static constexpr Card card{.name = "clip-no-noise",
                             .doc = "DP-SGD without its noise: what clipping alone costs",
                             .cites = "abadi2016, Algorithm 1"};
  static std::vector<Param<ClipNoNoise>> parameters() {
    return {
        real("eta0", &ClipNoNoise::eta0, {1e-9, 1e9}, "||w||", "eta = eta0/(2 C sqrt T)"),
        real("clip", &ClipNoNoise::clip, {1e-9, 1e9}, "gradient norm", "C, the clipping norm"),
        real("epochs", &ClipNoNoise::epochs, {1e-3, 1e5}, "passes", "expected passes"),
        whole("batch", &ClipNoNoise::batch, {1, 1e9}, "records", "expected size, at most n"),
        word("batches", &ClipNoNoise::batches, "poisson fixed shuffled", "how batches are drawn"),
        word("iterate", &ClipNoNoise::iterate, "average last", "what is measured")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
