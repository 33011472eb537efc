#include "algorithms/central/dp_sgd.hpp"

#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/clipped_sgd.hpp"
#include "algorithms/central/step_cap.hpp"

namespace dpsco {

namespace {

Event one_event(Batches batches, Index n, const StepCount& count, double noise_multiplier) {
  Event gaussian{Gaussian{.noise_multiplier = noise_multiplier}};
  switch (batches) {
    case Batches::poisson:
      return {PoissonSampled{.sampling_rate = double(count.batch) / double(n), .inner = {gaussian}},
              count.steps};
    case Batches::fixed:
      return {SampledWithoutReplacement{.batch = count.batch, .population = n, .inner = {gaussian}},
              count.steps};
    case Batches::shuffled:
      return {gaussian.mechanism, count.steps / (n / count.batch)};
  }
  return gaussian;
}

}  // namespace

Outcome<std::shared_ptr<const Plan>> DpSgd::plan(const Facts& facts, const Budget& budget) const {
  const Batches how = batches_named(batches);
  const Adjacency adjacency = budget.target.adjacency;
  if (how == Batches::fixed && adjacency != Adjacency::replace_one)
    return Skip{fmt::format("batches = fixed covers replace_one, not {}: use batches = poisson",
                            name(adjacency))};
  if (how == Batches::shuffled && adjacency == Adjacency::add_remove)
    return Skip{
        "batches = shuffled covers replace_one and zero_out, not add_remove, which moves all "
        "blocks: use batches = poisson"};
  const auto count = step_count(facts.n, batch, epochs, how);
  if (!count) return count.skip();

  const auto ledger_at = [&](double z) {
    return Ledger{.adjacency = adjacency, .events = {one_event(how, facts.n, *count, z)}};
  };
  const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!z) return z.skip();

  const auto T = double(count->steps), m = double(count->batch);
  const double sigma = *z * clip * (1 + 1e-15);  // the product rounds
  const double noise = sigma / m;
  const double B = std::sqrt(clip * clip * (1 + 1 / m) + double(facts.d) * noise * noise);
  const double eta = without_overshoot(
      step == "theory" ? facts.R() / (B * std::sqrt(T)) : eta0 / (2 * clip * std::sqrt(T)),
      facts.regularisation);
  auto plan = std::make_shared<ClippedSgdPlan>(
      ledger_at(*z),
      std::map<std::string, double>{
          {"T", T}, {"batch", m}, {"eta", eta}, {"noise_multiplier", *z}, {"clip", clip}});
  plan->loop = {.batches = how,
                .batch = count->batch,
                .steps = count->steps,
                .clip = clip,
                .eta = eta,
                .sigma = sigma,
                .average = average == "mean"};
  return {std::move(plan)};
}

}  // namespace dpsco
