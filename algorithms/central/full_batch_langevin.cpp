#include "algorithms/central/full_batch_langevin.hpp"

#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/full_gradient.hpp"
#include "algorithms/central/iterates.hpp"

namespace dpsco {

namespace {

struct LangevinPlan final : Plan {
  using Plan::Plan;
  double eta = 0, keep = 0, sigma = 0, beta0 = 0;
  std::int64_t T = 0;
  bool average = true;

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    Solution out{.w = std::vector<double>(d, 0.0)};
    context.stream(Purpose::init).scale_and_add_normals(out.w, 0, std::sqrt(beta0));
    FullGradient gradient_at(problem, context.threads());
    std::vector<double> gradient(d);
    IterateMean mean(d);
    Stream noise = context.stream(Purpose::noise);
    for (std::int64_t t = 0; t < T && context.keep_going(); ++t) {
      if (average) mean.include(out.w);
      gradient_at.at(out.w, gradient);
      noise.noisy_step(out.w, gradient, eta, keep, sigma);
      out.gradients += problem.data.size();
    }
    if (average) out.w = mean.take();
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> FullBatchLangevin::plan(const Facts& facts,
                                                             const Budget& budget) const {
  if (facts.n < 1) return Skip{"needs at least one record"};
  const double T = double(steps), c = 1 - shrinkage / T;
  if (!(c > 0))
    return Skip{fmt::format(
        "needs shrinkage < steps, has {} and {}: the step would turn around", shrinkage, steps)};
  const double G = facts.G(), eta = eta0 / (2 * G * std::sqrt(T));
  const auto ledger_at = [&](double z) {
    return Ledger{.adjacency = budget.target.adjacency,
                  .events = {{.mechanism = Gaussian{.noise_multiplier = z}, .count = steps}}};
  };
  const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!z) return z.skip();
  const double sigma = *z * c * eta * G / double(facts.n) * (1 + 1e-15);
  const double beta0 = sigma * sigma / (1 - c * c);
  auto plan = std::make_shared<LangevinPlan>(
      ledger_at(*z),
      std::map<std::string, double>{{"T", T}, {"eta", eta}, {"sigma", sigma}, {"beta0", beta0}});
  plan->eta = eta;
  plan->keep = c;
  plan->sigma = sigma;
  plan->beta0 = beta0;
  plan->T = steps;
  plan->average = iterate == "average";
  return {std::move(plan)};
}

}  // namespace dpsco
