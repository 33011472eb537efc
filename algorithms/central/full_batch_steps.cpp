#include "algorithms/central/full_batch_steps.hpp"

#include "algorithms/central/full_gradient.hpp"

namespace dpsco {

void FullBatchSteps::run(const Problem& problem, RunContext& context, Solution& out) const {
  Stream noise = context.stream(Purpose::noise);
  FullGradient gradient_of(problem, context.threads());
  std::vector<double>& w = out.w;
  std::vector<double> gradient(w.size());
  std::vector<double> sum(average ? w : std::vector<double>{});
  std::int64_t done = 0;
  for (; done < updates && context.keep_going_now(); ++done) {
    gradient_of.at(w, gradient);
    noise.noisy_step(w, gradient, eta, keep, sigma);
    if (radius > 0) project_onto_ball(w, radius);
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += w[j];
  }
  out.gradients += done * problem.data.size();
  if (average)
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = sum[j] / double(done + 1);
}

Outcome<double> inverse_mu(const Budget& budget) {
  return budget.calibrator->smallest_scale(
      [&](double scale) {
        return Ledger{.adjacency = budget.target.adjacency, .events = {{Gdp{1 / scale}}}};
      },
      budget.target);
}

}  // namespace dpsco
