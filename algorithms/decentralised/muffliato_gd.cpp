#include "algorithms/decentralised/muffliato_gd.hpp"

#include <algorithm>
#include <cmath>

namespace dpsco {

namespace {

struct Gossip final : DescentPlan {
  using DescentPlan::DescentPlan;
  std::int64_t length = 1;
  double momentum = 1;

  Solution run(const Problem& problem, RunContext& context) const override {
    AgentsRun run(setup, problem, context, average);
    AgentVectors x = run.vectors(), before = run.vectors(), next = run.vectors(),
                 gradient = run.vectors(), scratch = run.vectors();
    const BroadcastNoise noise_on_step = step_noise();
    return run.rounds(x, [&](std::int64_t /*k*/) {
      run.each([&](int i) {
        run.objectives.gradient(i, x.of(i), gradient.of(i));
        add(-eta, DenseRow{gradient.of(i)}, x.of(i));
        noise_on_step.add_to(x.of(i), run.noise[std::size_t(i)], scratch.of(i));
      });
      for (std::int64_t t = 1; t <= length; ++t) {
        const double g = t == 1 ? 1 : momentum;
        run.each([&](int i) {
          const auto out = next.of(i), old = before.of(i);
          run.network.mix(i, x.all(), out);
          for (std::size_t l = 0; l < run.d; ++l) out[l] = g * out[l] + (1 - g) * old[l];
        });
        before.swap(x);
        x.swap(next);
      }
      run.count_gradients();
      run.count_broadcast(double(length) * double(run.d));
      return true;
    });
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> MuffliatoGd::plan(const Facts& facts,
                                                       const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  const double l = planned->network->spectral_gap();
  const double rounds_needed = std::log(double(agents)) / (2 * std::sqrt(l));
  // The gossip polynomial has norm 1 at most, so gradient descent's own limit holds.
  auto step = noisy_step(*planned, facts, budget, wish(*planned, facts, 2 / planned->ell));
  if (!step) return step.skip();
  const bool exact = planned->network->contraction() == 0;  // one round averages
  const std::int64_t length =
      gossip > 0 ? gossip
      : exact    ? 1
                 : std::max<std::int64_t>(1, std::llround(std::ceil(rounds_needed)));
  auto plan = std::make_shared<Gossip>(*std::move(planned),
                                       *step,
                                       release == "average",
                                       std::map<std::string, double>{{"gossip", double(length)}});
  plan->length = length;
  plan->momentum = 2 * (1 - std::sqrt(l * (1 - l / 4))) / std::pow(1 - l / 2, 2);
  return {std::move(plan)};
}

}  // namespace dpsco
