#include "algorithms/decentralised/admm_plan.hpp"

#include "algorithms/decentralised/admm_round.hpp"
#include "algorithms/decentralised/rounds.hpp"
#include "framework/ledger/realised_loss.hpp"

namespace dpsco {

Solution AdmmPlan::run(const Problem& problem, RunContext& context) const {
  const auto d = std::size_t(problem.data.dimension());
  const Agents agents(problem, settings_, context);
  const int N = agents.size();
  AdmmRound round(problem, agents, network_, constants_, context);
  std::vector<Stream> noise = noise_streams(context, N);
  std::vector<double> next(std::size_t(N) * d), drawn(next.size());
  std::vector<RealisedLoss> realised(static_cast<std::size_t>(N));

  const auto step = [&](std::int64_t, std::vector<double>& x) {
    for_agents(context, N, [&](int i) {
      const auto mine = row_of(next, i, d), b = row_of(drawn, i, d);
      round.update(i, x, mine, tolerance);
      if (scale == 0) return;
      std::fill(b.begin(), b.end(), 0.0);
      add_noise(kind, noise[std::size_t(i)], b, scale);
      add(1, DenseRow{b}, mine);
      if (shift == 0) return;
      for (std::size_t l = 0; l < d; ++l) {
        const double width = 2 * round.half_width(i, l);
        realised[std::size_t(i)] += RealisedLoss(
            {.rate = 1 / scale, .width = width}, width * round.place(i, l) + b[l], shift);
      }
    });
    x.swap(next);
  };
  return run_rounds(problem,
                    context,
                    settings_,
                    bytes_of_broadcast(network_, double(d)),
                    step,
                    [&]() -> std::optional<double> {
                      if (shift == 0) return {};
                      RealisedLoss sum;
                      for (const RealisedLoss& of_agent : realised) sum += of_agent;
                      return sum.simulated_nats() / double(N);
                    });
}

}  // namespace dpsco
