#include "algorithms/central/noisy_gd.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/full_batch_steps.hpp"
#include "algorithms/central/step_cap.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

namespace {

struct NoisyGdPlan final : Plan {
  using Plan::Plan;
  FullBatchSteps steps{};

  Solution run(const Problem& problem, RunContext& context) const override {
    Solution out{.w = std::vector<double>(std::size_t(problem.data.dimension()), 0.0)};
    steps.run(problem, context, out);
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> NoisyGd::plan(const Facts& facts, const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  const bool projects = projection == "ball";
  const double G = projects ? facts.constants.lipschitz_on_ball : facts.G();
  if (!std::isfinite(G)) return Skip{"without projection the loss has no gradient bound G"};
  const auto n = double(facts.n);
  const double q = double(
      projects ? facts.d : std::min(facts.rank.value_or(facts.d), std::min(facts.n, facts.d)));

  const auto unit = inverse_mu(budget);
  if (!unit) return unit.skip();
  // sigma^2 = T (factor G / (n mu))^2: the terms G^2/T and q sigma^2/T meet at this T.
  const double factor = sensitivity_factor(0, budget.target.adjacency);
  const double T =
      std::clamp(std::ceil(std::pow(n / (*unit * factor), 2) / q), 1.0, double(max_steps));
  const auto updates = std::int64_t(T);
  const auto ledger_at = [&](double noise_multiplier) {
    return Ledger{.adjacency = budget.target.adjacency,
                  .events = {{Gaussian{.noise_multiplier = noise_multiplier}, updates}}};
  };
  const auto multiplier = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!multiplier) return multiplier.skip();

  const double sigma = *multiplier * G / n, steepest = G + facts.regularisation * facts.R();
  const double B = std::sqrt(steepest * steepest + q * sigma * sigma);
  double eta = eta0 / (2 * G * std::sqrt(T));
  if (step == "theory")
    eta = facts.R() / (B * std::sqrt((T + 1) * (iterate == "last" ? 1 + harmonic(updates) : 1)));

  eta = without_overshoot(eta, facts.regularisation);

  auto plan = std::make_shared<NoisyGdPlan>(
      ledger_at(*multiplier),
      std::map<std::string, double>{{"T", T}, {"eta", eta}, {"sigma", sigma}, {"rank", q}});
  plan->steps = {.updates = updates,
                 .eta = eta,
                 // A hair more noise than the ledger lists: no rounding here makes it less.
                 .sigma = eta * sigma * (1 + 1e-13),
                 .radius = projects ? facts.R() : 0,
                 .average = iterate == "average"};
  return {std::move(plan)};
}

}  // namespace dpsco
