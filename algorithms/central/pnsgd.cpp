#include "algorithms/central/pnsgd.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "algorithms/central/full_batch_steps.hpp"
#include "algorithms/central/noisy_pass.hpp"
#include "framework/core/special.hpp"

namespace dpsco {

namespace {

struct PnsgdPlan final : Plan {
  using Plan::Plan;
  NoisyPass pass{};

  Solution run(const Problem& problem, RunContext& context) const override {
    Solution out{.w = std::vector<double>(std::size_t(problem.data.dimension()), 0.0)};
    pass.run(problem, context, out);
    return out;
  }
};

/// The last batch is ceil(sqrt(growth)), growth = 4 d/mu^2, and no batch fits into n without it.
std::string too_few_records(const Facts& facts, double growth) {
  const double most = std::min(double(facts.n), std::sqrt(largest_growth));
  const double d = std::floor(double(facts.d) * most * most / growth);
  return fmt::format(
      "needs a last batch of {:.0f} records, at most {:.0f} are allowed, n = {}: {}",
      std::ceil(std::sqrt(growth)),
      most,
      facts.n,
      d >= 1 ? fmt::format("d = {:.0f} would do", d) : "a larger epsilon or delta would do");
}

}  // namespace

Outcome<std::shared_ptr<const Plan>> Pnsgd::plan(const Facts& facts, const Budget& budget) const {
  const bool projects = projection == "ball";
  const double G = projects ? facts.constants.lipschitz_on_ball : facts.G();
  if (!std::isfinite(G)) return Skip{"without projection the loss has no gradient bound G"};
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  NamedSchedule unit{"growing-batches", {{"updates", 1}, {"step_sensitivity", 1}, {"sigma", 1}}};
  if (batches == "d-dependent") {
    const auto unit_scale = inverse_mu(budget);
    if (!unit_scale) return unit_scale.skip();
    unit.generator = "snowball";
    const double growth = 4 * double(facts.d) * *unit_scale * *unit_scale;
    // Before any rule is made of it: schedules refuse a growth beyond every data set.
    if (const auto n = double(facts.n); growth > std::min(n * n, largest_growth))
      return Skip{too_few_records(facts, growth)};
    unit.parameters["growth"] = growth;
  }
  const BatchRule rule = batch_rule(unit);
  const std::int64_t T = rule.horizon(facts.n);
  assert(T >= 2);

  // In units of the step's sensitivity 2 G eta the ledger does not depend on eta: find
  // sigma = scale 2 G eta.
  const auto schedule_at = [&](double step_sensitivity, double scale) {
    NamedSchedule schedule = unit;
    schedule.parameters["updates"] = double(T - 1);
    schedule.parameters["step_sensitivity"] = step_sensitivity;
    schedule.parameters["sigma"] = scale * step_sensitivity;
    return schedule;
  };
  const auto scale = budget.calibrator->smallest_scale(
      [&](double s) {
        return Ledger{.adjacency = Adjacency::replace_one,
                      .events = {{NoisyIteration{schedule_at(1, s)}}}};
      },
      budget.target);
  if (!scale) return scale.skip();
  // Multiplying by 2 G eta rounds: a hair more noise, so that the real ledger never costs more than
  // the unit one.
  const double sigma_per_sensitivity = *scale * (1 + 1e-13);

  double eta = eta0 / (2 * G * std::sqrt(double(T)));
  if (step == "theory") {
    const double noise =
        2 * G * sigma_per_sensitivity;  // sigma / eta: noise standard deviation on the gradient
    const double B = std::sqrt(G * G + double(facts.d) * noise * noise);
    eta = facts.R() / (B * std::sqrt(double(T) * (1 + harmonic(T - 1))));
  }
  const double L = facts.L() + facts.regularisation;
  if (!(eta <= 2 / L))
    return Skip{
        fmt::format("needs eta <= 2/L, has eta = {:.4g} and L = {:.4g}: the largest eta0 is {:.4g}",
                    eta,
                    L,
                    4 * G * std::sqrt(double(T)) / L)};

  const NamedSchedule schedule = schedule_at(2 * G * eta, sigma_per_sensitivity);
  auto plan = std::make_shared<PnsgdPlan>(
      Ledger{.adjacency = Adjacency::replace_one, .events = {{NoisyIteration{schedule}}}},
      std::map<std::string, double>{
          {"T", double(T)}, {"eta", eta}, {"sigma", sigma_per_sensitivity * 2 * G * eta}});
  plan->pass = {.eta = eta,
                .lambda = facts.regularisation,
                .radius = projects ? facts.R() : 0,
                .batches = rule,
                .schedule = expand(schedule)};
  return {std::move(plan)};
}

}  // namespace dpsco
