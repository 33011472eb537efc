#include "algorithms/decentralised/dgd.hpp"

namespace dpsco {

namespace {

struct Noiseless final : MixingPlan {
  using MixingPlan::MixingPlan;

  Solution run(const Problem& problem, RunContext& context) const override {
    return descend(*this,
                   problem,
                   context,
                   [](const AgentsRun& run, int i, const AgentVectors& x, std::span<double> out) {
                     run.network.mix(i, x.all(), out);
                   });
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> Dgd::plan(const Facts& facts, const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  StepWish free = wish(*planned, facts, dgd_limit(*planned));
  free.noise = BroadcastNoise::Kind::none;
  auto step = noisy_step(*planned, facts, budget, free);
  if (!step) return step.skip();
  return {std::make_shared<Noiseless>(*std::move(planned), *step, release == "average")};
}

}  // namespace dpsco
