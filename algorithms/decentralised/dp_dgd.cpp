#include "algorithms/decentralised/dp_dgd.hpp"

namespace dpsco {

namespace {

struct FixedWeights final : MixingPlan {
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

Outcome<std::shared_ptr<const Plan>> DpDgd::plan(const Facts& facts, const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  auto step = noisy_step(*planned, facts, budget, wish(*planned, facts, dgd_limit(*planned)));
  if (!step) return step.skip();
  return {std::make_shared<FixedWeights>(*std::move(planned), *step, release == "average")};
}

}  // namespace dpsco
