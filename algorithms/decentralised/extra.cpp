#include "algorithms/decentralised/extra.hpp"

namespace dpsco {

Solution ExtraPlan::run(const Problem& problem, RunContext& context) const {
  AgentsRun run(setup, problem, context, average);
  // x^{k+1}, x^k, x^{k+2}; noisy gradients at the first two; W x^k, kept from the round before.
  AgentVectors x = run.vectors(), before = run.vectors(), next = run.vectors();
  AgentVectors gradient = run.vectors(), old_gradient = run.vectors(), scratch = run.vectors();
  AgentVectors mixed = run.vectors(), old_mixed = run.vectors();
  return run.rounds(x, [&](std::int64_t k) {
    run.each([&](int i) {
      const auto g = gradient.of(i), out = next.of(i), w = mixed.of(i);
      run.objectives.gradient(i, x.of(i), g);
      noise.add_to(g, run.noise[std::size_t(i)], scratch.of(i));
      run.network.mix(i, x.all(), w);
      const auto here = x.of(i), there = before.of(i), g_old = old_gradient.of(i),
                 w_old = old_mixed.of(i);
      if (k == 1) {
        for (std::size_t l = 0; l < run.d; ++l) out[l] = w[l] - eta * g[l];
      } else {
        for (std::size_t l = 0; l < run.d; ++l)
          out[l] = here[l] + w[l] - (there[l] + w_old[l]) / 2 - eta * (g[l] - g_old[l]);
      }
    });
    before.swap(x);
    x.swap(next);
    gradient.swap(old_gradient);
    mixed.swap(old_mixed);
    run.count_gradients();
    run.count_broadcast(double(run.d));
    return true;
  });
}

Outcome<std::shared_ptr<const Plan>> Extra::plan(const Facts& facts, const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  StepWish free = wish(*planned, facts, dgd_limit(*planned));
  free.noise = BroadcastNoise::Kind::none;
  auto step = noisy_step(*planned, facts, budget, free);
  if (!step) return step.skip();
  return {std::make_shared<ExtraPlan>(*std::move(planned), *step, release == "average")};
}

}  // namespace dpsco
