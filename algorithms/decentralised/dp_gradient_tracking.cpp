#include "algorithms/decentralised/dp_gradient_tracking.hpp"

namespace dpsco {

namespace {

struct Tracking final : DescentPlan {
  using DescentPlan::DescentPlan;

  Solution run(const Problem& problem, RunContext& context) const override {
    AgentsRun run(setup, problem, context, average);
    AgentVectors x = run.vectors(), next = run.vectors(), tracked = run.vectors(),
                 next_tracked = run.vectors(), gradient = run.vectors(),
                 old_gradient = run.vectors(), scratch = run.vectors();
    return run.rounds(x, [&](std::int64_t /*k*/) {
      // s^{k-1} from g^{k-1} and what neighbours tracked before, then x^k from both.
      run.each([&](int i) {
        const auto g = gradient.of(i), s = next_tracked.of(i), g_old = old_gradient.of(i);
        run.objectives.gradient(i, x.of(i), g);
        noise.add_to(g, run.noise[std::size_t(i)], scratch.of(i));
        run.network.mix(i, tracked.all(), s);  // 0 in the first round, as g_old is
        for (std::size_t l = 0; l < run.d; ++l) s[l] += g[l] - g_old[l];
        run.network.mix(i, x.all(), next.of(i));
        add(-eta, DenseRow{s}, next.of(i));
      });
      x.swap(next);
      tracked.swap(next_tracked);
      gradient.swap(old_gradient);
      run.count_gradients();
      run.count_broadcast(2 * double(run.d));
      return true;
    });
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> DpGradientTracking::plan(const Facts& facts,
                                                              const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  const double room = 1 + planned->network->smallest_weight_eigenvalue();
  auto step =
      noisy_step(*planned, facts, budget, wish(*planned, facts, room * room / (2 * planned->ell)));
  if (!step) return step.skip();
  return {std::make_shared<Tracking>(*std::move(planned), *step, release == "average")};
}

}  // namespace dpsco
