#include "algorithms/central/sampled_sgd.hpp"

#include <cmath>

namespace dpsco {

Ledger sampled_sgd_ledger(std::int64_t n,
                          std::int64_t batch,
                          std::int64_t updates,
                          double noise_multiplier) {
  return {.adjacency = Adjacency::replace_one,
          .events = {{SampledWithoutReplacement{
                          batch, n, {{Gaussian{.noise_multiplier = noise_multiplier}}}},
                      updates}}};
}

Outcome<double> calibrated_noise(std::int64_t n,
                                 std::int64_t batch,
                                 std::int64_t updates,
                                 const Budget& budget) {
  auto noise = budget.calibrator->smallest_scale(
      [&](double scale) { return sampled_sgd_ledger(n, batch, updates, scale); }, budget.target);
  if (!noise)
    return Skip{noise.skip().reason + "; use calibrate = contour, pld or rdp", noise.skip().kind};
  return noise;
}

SampledSgdPlan::SampledSgdPlan(Ledger releases, std::map<std::string, double> numbers)
    : Plan(std::move(releases), std::move(numbers)) {}

Solution SampledSgdPlan::run(const Problem& problem, RunContext& context) const {
  Solution out{.w = std::vector<double>(std::size_t(problem.data.dimension()), 0.0)};
  // A hair more noise than the ledger lists, so that no rounding here makes it less.
  const double noise = sigma * (1 + 1e-13);
  steps.run(
      problem,
      context,
      [&](std::int64_t u) {
        const double step = decays ? eta / std::sqrt(double(u)) : eta;
        return NoisyStep{.eta = step, .sigma = step * noise};
      },
      out);
  return out;
}

}  // namespace dpsco
