#include "algorithms/central/full_batch_langevin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "algorithms/central/full_batch_steps.hpp"

namespace dpsco {

namespace {

struct LangevinPlan final : Plan {
  using Plan::Plan;
  FullBatchSteps steps{};
  double beta0 = 0;

  Solution run(const Problem& problem, RunContext& context) const override {
    Solution out{.w = std::vector<double>(std::size_t(problem.data.dimension()), 0.0)};
    context.stream(Purpose::init).scale_and_add_normals(out.w, 0, std::sqrt(beta0));
    steps.run(problem, context, out);
    return out;
  }
};

/// Root of an increasing function's sign change by bisection on log s.
template <class Slope>
double root(const Slope& slope) {
  double low = -60, high = 60;
  for (int k = 0; k < 80; ++k) {
    const double middle = (low + high) / 2;
    (slope(std::exp(middle)) < 0 ? low : high) = middle;
  }
  return std::exp(high);
}

}  // namespace

double langevin_bound(const Facts& facts, double inverse_mu, double T, LangevinTuning at) {
  const auto [s, k] = at;
  if (!(s > 0 && k > 0)) return std::numeric_limits<double>::infinity();
  const double n = double(facts.n), G2 = facts.G() * facts.G();
  return (1 + k) * facts.R() * facts.R() / (2 * s) + s * G2 / (2 * T) +
         2 * G2 * s / (n * k) * (1 + std::expm1(-k) / k) +
         G2 * s * s * facts.constants.hessian_trace * std::pow(inverse_mu / n, 2) / k;
}

LangevinTuning tuned_langevin(const Facts& facts, double inverse_mu, double T) {
  const double n = double(facts.n), G2 = facts.G() * facts.G();
  const double largest = 2 * T / (facts.L() + facts.regularisation);
  LangevinTuning best;
  for (int i = -40; i <= 40; ++i) {
    const double k = std::exp(0.1 * i);
    if (k > T / 2) break;
    const double A = (1 + k) * facts.R() * facts.R() / 2;
    const double B = G2 / (2 * T) + 2 * G2 / (n * k) * (1 + std::expm1(-k) / k);
    const double C = G2 * facts.constants.hessian_trace * std::pow(inverse_mu / n, 2) / k;
    const double s = root([&](double x) { return -A / (x * x) + B + 2 * C * x; });
    const LangevinTuning at{.s = std::min(s, largest), .k = k};
    if (langevin_bound(facts, inverse_mu, T, at) < langevin_bound(facts, inverse_mu, T, best))
      best = at;
  }
  return best;
}

Outcome<std::shared_ptr<const Plan>> FullBatchLangevin::plan(const Facts& facts,
                                                             const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  const auto unit = inverse_mu(budget);
  if (!unit) return unit.skip();
  const auto T = double(steps), n = double(facts.n);
  const LangevinTuning tuned =
      tuned_langevin(facts, *unit * sensitivity_factor(0, budget.target.adjacency) / 2, T);
  if (!(tuned.s > 0)) return Skip{"the loss has no bound on its Hessian's trace"};
  // s is capped at 2 T/L, and its share may round to more than 2/L.
  const double eta = std::min(tuned.s / T, 2 / (facts.L() + facts.regularisation));
  const double c = 1 - tuned.k / T;

  const auto ledger_at = [&](double noise_multiplier) {
    return Ledger{.adjacency = budget.target.adjacency,
                  .events = {{Gaussian{.noise_multiplier = noise_multiplier}, steps - 1}}};
  };
  const auto multiplier = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!multiplier) return multiplier.skip();
  // A hair more noise than the ledger lists, so that no rounding here makes it less.
  const double noise = *multiplier * c * eta * facts.G() / n * (1 + 1e-13);
  const double beta0 = noise * noise / (tuned.k / T * (1 + c));

  auto plan = std::make_shared<LangevinPlan>(
      ledger_at(*multiplier),
      std::map<std::string, double>{
          {"T", T}, {"eta", eta}, {"beta0", beta0}, {"s", tuned.s}, {"k", tuned.k}});
  plan->steps = {
      .updates = steps - 1, .eta = eta, .keep = c, .sigma = noise, .average = iterate == "average"};
  plan->beta0 = beta0;
  return {std::move(plan)};
}

}  // namespace dpsco
