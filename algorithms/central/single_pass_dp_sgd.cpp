#include "algorithms/central/single_pass_dp_sgd.hpp"

#include <cmath>

#include <fmt/format.h>

#include "algorithms/central/hidden_order.hpp"
#include "algorithms/central/noisy_pass.hpp"

namespace dpsco {

namespace {

struct Langevin final : Plan {
  using Plan::Plan;
  double beta0 = 0;
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
  NamedSchedule unit{"ma2022", {{"updates", 1}, {"step_sensitivity", 1}, {"beta0", 1}}};
  if (index == "printed") unit.parameters["printed_index"] = 1;
  if (batches == "equalised") unit.parameters["equalised"] = 1;
  if (lambda == "constant") unit.parameters["constant_shrinkage"] = 1;
  const BatchRule rule = batch_rule(unit);
  const std::int64_t T = rule.horizon(facts.n);
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
    NamedSchedule schedule = unit;
    schedule.parameters["updates"] = double(T - 1);
    schedule.parameters["step_sensitivity"] = step_sensitivity;
    schedule.parameters["beta0"] = beta0;
    return schedule;
  };
  std::vector<std::int64_t> sizes;
  for (std::int64_t t = 2; t <= T; ++t) sizes.push_back(rule.batch(t, T));
  const auto ledger_at = [&](double beta0) {
    Event event{NoisyIteration{schedule_at(beta0)}};
    if (order == "hidden-random")
      event.mechanism =
          hidden_order_profile(expand(schedule_at(beta0)), sizes, facts.n, budget.target.epsilon);
    return Ledger{.adjacency = Adjacency::replace_one, .events = {std::move(event)}};
  };
  double beta0 = 0;
  if (calibration == "gdp") {
    const auto scale = budget.calibrator->smallest_scale(
        [&](double s) { return ledger_at(s * s * step_sensitivity * step_sensitivity); },
        budget.target);
    if (!scale && order == "hidden-random")
      return Skip{scale.skip().reason + "; order = hidden-random needs calibrate = pld",
                  scale.skip().kind};
    if (!scale) return scale.skip();
    beta0 = *scale * *scale * step_sensitivity * step_sensitivity;
  } else {  // Theorem 1 spends half of epsilon on the Renyi divergence, half on its conversion
    const double e = budget.target.epsilon / 2;
    beta0 = (e - std::log(budget.target.delta)) * eta0 * eta0 / (2 * e * e * double(T));
  }

  auto plan = std::make_shared<Langevin>(
      ledger_at(beta0),
      std::map<std::string, double>{{"T", double(T)}, {"eta", eta}, {"beta0", beta0}});
  plan->beta0 = beta0;
  plan->pass = {.eta = eta,
                .lambda = facts.regularisation,
                .batches = rule,
                .schedule = expand(schedule_at(beta0))};
  return {std::move(plan)};
}

}  // namespace dpsco
