#include "algorithms/central/noisy_gd.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/central/full_gradient.hpp"
#include "algorithms/central/iterates.hpp"

namespace dpsco {

namespace {

struct NoisyGdPlan final : Plan {
  using Plan::Plan;
  double eta = 0, sigma = 0, radius = 0;
  std::int64_t T = 0;
  bool average = true;

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    Solution out{.w = std::vector<double>(d, 0.0)};
    FullGradient gradient_at(problem, context.threads());
    std::vector<double> gradient(d);
    IterateMean mean(d);
    Stream noise = context.stream(Purpose::noise);
    for (std::int64_t t = 0; t < T && context.keep_going(); ++t) {
      if (average) mean.include(out.w);
      gradient_at.at(out.w, gradient);
      noise.noisy_step(out.w, gradient, eta, 1, eta * sigma);
      if (radius > 0) project_onto_ball(out.w, radius);
      out.gradients += problem.data.size();
    }
    if (average) out.w = mean.take();
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> NoisyGd::plan(const Facts& facts, const Budget& budget) const {
  const bool projects = projection == "ball";
  const double G = projects ? facts.constants.lipschitz_on_ball : facts.G();
  if (!std::isfinite(G)) return Skip{"without projection the loss has no gradient bound G"};
  if (facts.n < 1) return Skip{"needs at least one record"};
  const auto ledger_at = [&](double z) {
    return Ledger{.adjacency = budget.target.adjacency,
                  .events = {{.mechanism = Gaussian{.noise_multiplier = z}, .count = steps}}};
  };
  const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!z) return z.skip();
  const double sigma = *z * G / double(facts.n) * (1 + 1e-15);  // never below z C by rounding

  const Index r = projects ? facts.d : std::min({facts.rank.value_or(facts.d), facts.n, facts.d});
  const auto T = double(steps);
  const double eta = step == "theory"
                         ? facts.R() / std::sqrt(T * (G * G + double(r) * sigma * sigma))
                         : eta0 / (2 * G * std::sqrt(T));
  auto plan = std::make_shared<NoisyGdPlan>(
      ledger_at(*z), std::map<std::string, double>{{"T", T}, {"eta", eta}, {"sigma", sigma}});
  plan->eta = eta;
  plan->sigma = sigma;
  plan->radius = projects ? facts.R() : 0;
  plan->T = steps;
  plan->average = iterate == "average";
  return {std::move(plan)};
}

}  // namespace dpsco
