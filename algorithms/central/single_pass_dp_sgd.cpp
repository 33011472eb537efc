#include "algorithms/central/single_pass_dp_sgd.hpp"

#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/noisy_pass.hpp"

namespace dpsco {

namespace {

struct Langevin final : SinglePassPlan {
  using SinglePassPlan::SinglePassPlan;
  NoisyPass pass{};

  Solution run(const Problem& problem, RunContext& context) const override {
    Solution out{.w = std::vector<double>(std::size_t(problem.data.dimension()), 0.0)};
    context.stream(Purpose::init).scale_and_add_normals(out.w, 0, std::sqrt(beta0));
    pass.run(problem, context, out);
    return out;
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> SinglePassDpSgd::plan(const Facts& facts,
                                                           const Budget& budget) const {
  const std::int64_t T = single_pass_horizon(facts.n);
  if (T < 2) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  const double G = facts.G(), L = facts.L() + facts.regularisation;
  const double eta = eta0 / (2 * G * std::sqrt(double(T)));
  if (!(eta <= 2 / L))
    return Skip{
        fmt::format("needs eta <= 2/L, has eta = {:.4g} and L = {:.4g}: the largest eta0 is {:.4g}",
                    eta,
                    L,
                    4 * G * std::sqrt(double(T)) / L)};

  // The noise variance is beta0 = scale^2 (2 G eta)^2, so the ledger's cost depends on the scale
  // alone.
  const double step_sensitivity = 2 * G * eta;
  const auto schedule_at = [&](double beta0) {
    return NamedSchedule{
        "ma2022",
        {{"updates", double(T - 1)}, {"step_sensitivity", step_sensitivity}, {"beta0", beta0}}};
  };
  const auto ledger_at = [&](double beta0) {
    return Ledger{.adjacency = Adjacency::replace_one,
                  .events = {{NoisyIteration{schedule_at(beta0)}}}};
  };
  double beta0 = 0;
  if (calibration == "gdp") {
    const auto scale = budget.calibrator->smallest_scale(
        [&](double s) { return ledger_at(s * s * step_sensitivity * step_sensitivity); },
        budget.target);
    if (!scale) return scale.skip();
    beta0 = *scale * *scale * step_sensitivity * step_sensitivity;
  } else {  // Theorem 1 spends half of epsilon on the Renyi divergence, half on its conversion
    const double e = budget.target.epsilon / 2;
    beta0 = (e - std::log(budget.target.delta)) * eta0 * eta0 / (2 * e * e * double(T));
  }

  auto plan = std::make_shared<Langevin>(
      ledger_at(beta0),
      std::map<std::string, double>{{"T", double(T)}, {"eta", eta}, {"beta0", beta0}});
  plan->T = double(T);
  plan->eta0 = eta0;
  plan->beta0 = beta0;
  plan->pass = {.eta = eta, .lambda = facts.regularisation, .schedule = expand(schedule_at(beta0))};
  return {std::move(plan)};
}

}  // namespace dpsco
