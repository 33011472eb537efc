#include "algorithms/central/sgd_last_iterate.hpp"

#include <cmath>

#include "algorithms/central/projected_sgd.hpp"
#include "algorithms/central/step_cap.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> SgdLastIterate::plan(const Facts& facts,
                                                          const Budget& budget) const {
  const bool projects = projection == "ball";
  const auto G = gradient_bound(facts, projects);
  if (!G) return G.skip();
  const double T = double(passes) * double(facts.n);
  auto plan = std::make_shared<ProjectedSgdPlan>(
      Ledger{.adjacency = budget.target.adjacency, .events = {{NonPrivate{}}}},
      std::map<std::string, double>{
          {"T", T},
          {"eta_1", without_overshoot(eta0 / (*G * std::sqrt(T)), facts.regularisation)}});
  plan->loop = {.steps = StepSizes::Rule::halving,
                .scale = eta0 / *G,
                .passes = passes,
                .radius = projects ? facts.R() : 0};
  return {std::move(plan)};
}

}  // namespace dpsco
