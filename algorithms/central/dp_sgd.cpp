#include "algorithms/central/dp_sgd.hpp"

#include <fmt/format.h>

#include "algorithms/central/clipped_sgd.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> DpSgd::plan(const Facts& facts, const Budget& budget) const {
  const ClippedSgdChoice choice{.eta0 = eta0,
                                .clip = clip,
                                .epochs = epochs,
                                .batch = batch,
                                .batches = batches_named(batches),
                                .average = iterate == "average"};
  if (facts.n < 1) return Skip{"needs at least one record"};
  if (choice.batches != Batches::poisson && budget.target.adjacency != Adjacency::replace_one)
    return Skip{fmt::format(
        "batches = {} are covered under replace_one only: use batches = poisson under {}",
        batches,
        name(budget.target.adjacency))};
  const ClippedSgdSizes sizes(choice, facts.n);
  const auto ledger_at = [&](double z) {
    const Event release{.mechanism = Gaussian{.noise_multiplier = z}};
    Event all{.mechanism = release.mechanism, .count = sizes.epochs};
    if (choice.batches == Batches::poisson)
      all = {.mechanism = PoissonSampled{.sampling_rate = double(sizes.batch) / double(sizes.n),
                                         .inner = {release}},
             .count = sizes.steps};
    if (choice.batches == Batches::fixed)
      all = {.mechanism =
                 SampledWithoutReplacement{
                     .batch = sizes.batch, .population = sizes.n, .inner = {release}},
             .count = sizes.steps};
    return Ledger{.adjacency = budget.target.adjacency, .events = {std::move(all)}};
  };
  const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!z) return z.skip();
  // Clipped norms, their sum and the noise round each by themselves: a hair more noise than z C.
  const double sigma = *z * clip / double(sizes.batch) * (1 + 1e-12);
  return clipped_sgd_plan(ledger_at(*z), choice, sizes, facts.regularisation, sigma);
}

}  // namespace dpsco
