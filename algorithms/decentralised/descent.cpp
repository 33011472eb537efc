#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

Solution DescentPlan::run(const Problem& problem, RunContext& context) const {
  const auto d = std::size_t(problem.data.dimension());
  const Agents agents(problem, settings_, context);
  std::vector<Stream> noise = noise_streams(context, settings_.agents);
  std::vector<double> next(noise.size() * d), gradient(noise.size() * d);
  return run_rounds(problem,
                    context,
                    settings_,
                    bytes_of_broadcast(network_, double(d)),
                    [&](std::int64_t, std::vector<double>& x) {
                      for_agents(context, agents.size(), [&](int i) {
                        const auto mine = row_of(next, i, d), g = row_of(gradient, i, d);
                        agents.gradient(i, row_of(x, i, d), g);
                        mixing_.mix(i, x, mine);
                        if (kind_ == NoiseKind::gaussian && scale_ > 0) {
                          noise[std::size_t(i)].noisy_step(mine, g, eta_, 1, eta_ * scale_);
                        } else {
                          add(-eta_, DenseRow{g}, mine);
                          if (scale_ > 0)
                            add_noise(kind_, noise[std::size_t(i)], mine, eta_ * scale_);
                        }
                      });
                      x.swap(next);
                    });
}

}  // namespace dpsco
