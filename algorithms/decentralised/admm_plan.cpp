#include "algorithms/decentralised/admm_plan.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/decentralised/admm_round.hpp"

namespace dpsco {

Solution AdmmPlan::run(const Problem& problem, RunContext& context) const {
  AgentsRun run(setup, problem, context);
  AdmmRound round(run, constants, tolerance, measure);
  AgentVectors x = run.vectors(), next = run.vectors(), drawn = run.vectors(),
               scratch = run.vectors();
  std::vector<RealisedLoss> realised(std::size_t(run.agents));
  const double shift = measure ? schedule.at("B_inf") / constants.D : 0;
  return run.rounds(x, [&](std::int64_t /*k*/) {
    run.each([&](int i) {
      const auto out = next.of(i), b = drawn.of(i);
      round.update(i, x, out);
      if (!measure) {
        noise.add_to(out, run.noise[std::size_t(i)], scratch.of(i));
        return;
      }
      std::fill(b.begin(), b.end(), 0.0);
      noise.add_to(b, run.noise[std::size_t(i)], scratch.of(i));
      add(1, DenseRow{b}, out);
      const auto half = round.half_width(i), place = round.place(i);
      RealisedLoss sum;
      for (std::size_t l = 0; l < run.d; ++l)
        sum += RealisedLoss(
            {.rate = 1 / noise.scale, .width = 2 * half[l]}, 2 * half[l] * place[l] + b[l], shift);
      realised[std::size_t(i)] += sum;
    });
    x.swap(next);
    round.count();
    run.count_broadcast(double(run.d));
    if (measure) run.set_realised_loss(realised);
    return true;
  });
}

std::optional<LaplaceUniformMixture> AdmmPlan::next_release(int i,
                                                            std::span<const double> x) const {
  if (noise.kind != BroadcastNoise::Kind::laplace || !constants.linearised) return {};
  const std::size_t d = x.size() / std::size_t(setup.agents());
  LaplaceUniformMixture release{.rate = std::vector(d, 1 / noise.scale),
                                .width = std::vector(d, 0.0),
                                .shift_inf = schedule.at("B_inf") / constants.D,
                                .shift_2 = schedule.at("B_2") / constants.D,
                                .shift_1 = schedule.at("B_1") / constants.D};
  setup.network->disagreement(i, x, release.width);
  for (double& width : release.width) width = 2 * constants.r * std::abs(width) / constants.D;
  return release;
}

}  // namespace dpsco
