#include "algorithms/central/clip_no_noise.hpp"

#include "algorithms/central/clipped_sgd.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> ClipNoNoise::plan(const Facts& facts,
                                                       const Budget& budget) const {
  const ClippedSgdChoice choice{.eta0 = eta0,
                                .clip = clip,
                                .epochs = epochs,
                                .batch = batch,
                                .batches = batches_named(batches),
                                .average = iterate == "average"};
  if (facts.n < 1) return Skip{"needs at least one record"};
  return clipped_sgd_plan(
      {.adjacency = budget.target.adjacency, .events = {{.mechanism = NonPrivate{}}}},
      choice,
      ClippedSgdSizes(choice, facts.n),
      facts.regularisation,
      0);
}

}  // namespace dpsco
