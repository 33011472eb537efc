#include "algorithms/central/newton_method.hpp"

#include <fmt/format.h>

#include "algorithms/central/newton_loop.hpp"

namespace dpsco {

namespace {

struct NewtonPlan final : Plan {
  using Plan::Plan;
  double tolerance = 0;
  int max_steps = 0;

  Solution run(const Problem& problem, RunContext& context) const override {
    SmoothObjective objective(problem, problem.data.size());
    NewtonPoint at = newton_start(objective, problem.data.dimension());
    newton_while(
        objective, 0, tolerance, max_steps, [&] { return context.keep_going_now(); }, at);
    return {.w = std::move(at.w), .gradients = (at.steps + 1) * problem.data.size()};
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> NewtonMethod::plan(const Facts& facts,
                                                        const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  auto plan = std::make_shared<NewtonPlan>(
      Ledger{.adjacency = budget.target.adjacency, .events = {{NonPrivate{}}}},
      std::map<std::string, double>{{"tolerance", tolerance}});
  plan->tolerance = tolerance;
  plan->max_steps = int(max_steps);
  return {std::move(plan)};
}

}  // namespace dpsco
