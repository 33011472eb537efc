#include "algorithms/decentralised/random_coordinate.hpp"

#include <cmath>

namespace dpsco {

namespace {

struct Coordinates final : DescentPlan {
  using DescentPlan::DescentPlan;

  Solution run(const Problem& problem, RunContext& context) const override {
    AgentsRun run(setup, problem, context, average);
    AgentVectors x = run.vectors(), next = run.vectors();
    Stream coordinates = context.stream(Purpose::sampling);
    return run.rounds(x, [&](std::int64_t /*k*/) {
      const auto l = std::size_t(coordinates.below(run.d));
      run.each([&](int i) {
        double slope = run.objectives.partial(i, x.of(i), Index(l)), scratch = 0;
        noise.add_to({&slope, 1}, run.noise[std::size_t(i)], {&scratch, 1});
        run.network.mix(i, x.all(), next.of(i));
        next.of(i)[l] -= eta * slope;
      });
      x.swap(next);
      run.count_gradients();
      run.count_broadcast(double(run.d));
      return true;
    });
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> RandomCoordinate::plan(const Facts& facts,
                                                            const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  // Curvature along a coordinate: phi'' z_l^2 instead of phi'' ||z||^2.
  const double ratio = facts.row_norm_inf() / facts.bounds.row_norm;
  const double along = (planned->ell - planned->lambda) * ratio * ratio + planned->lambda;
  StepWish one =
      wish(*planned, facts, (1 + planned->network->smallest_weight_eigenvalue()) / along);
  one.C = {.one = planned->C_inf, .two = planned->C_inf, .inf = planned->C_inf, .d = 1};
  one.gradient = facts.G() / std::sqrt(double(facts.d));
  auto step = noisy_step(*planned, facts, budget, one);
  if (!step) return step.skip();
  return {std::make_shared<Coordinates>(*std::move(planned), *step, release == "average")};
}

}  // namespace dpsco
