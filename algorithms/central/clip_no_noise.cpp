#include "algorithms/central/clip_no_noise.hpp"

#include <cmath>

#include "algorithms/central/clipped_sgd.hpp"
#include "algorithms/central/step_cap.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> ClipNoNoise::plan(const Facts& facts,
                                                       const Budget& budget) const {
  const Batches how = batches_named(batches);
  const auto count = step_count(facts.n, batch, epochs, how);
  if (!count) return count.skip();
  const auto T = double(count->steps);
  const double eta = without_overshoot(eta0 / (2 * clip * std::sqrt(T)), facts.regularisation);
  auto plan = std::make_shared<ClippedSgdPlan>(
      Ledger{.adjacency = budget.target.adjacency, .events = {{NonPrivate{}}}},
      std::map<std::string, double>{
          {"T", T}, {"batch", double(count->batch)}, {"eta", eta}, {"clip", clip}});
  plan->loop = {.batches = how,
                .batch = count->batch,
                .steps = count->steps,
                .clip = clip,
                .eta = eta,
                .average = average == "mean"};
  return {std::move(plan)};
}

}  // namespace dpsco
