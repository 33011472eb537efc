#include "algorithms/central/sgd_averaging.hpp"

#include "algorithms/central/projected_sgd.hpp"
#include "algorithms/central/step_cap.hpp"

namespace dpsco {

Outcome<std::shared_ptr<const Plan>> SgdAveraging::plan(const Facts& facts,
                                                        const Budget& budget) const {
  const bool projects = projection == "ball";
  const auto G = gradient_bound(facts, projects);
  if (!G) return G.skip();
  auto plan = std::make_shared<ProjectedSgdPlan>(
      Ledger{.adjacency = budget.target.adjacency, .events = {{NonPrivate{}}}},
      std::map<std::string, double>{{"T", double(passes) * double(facts.n)},
                                    {"eta_1", without_overshoot(eta0 / *G, facts.regularisation)}});
  plan->loop = {.scale = eta0 / *G,
                .passes = passes,
                .radius = projects ? facts.R() : 0,
                .average = average == "suffix" ? ProjectedSgd::Average::suffix
                                               : ProjectedSgd::Average::polynomial,
                .power = power,
                .suffix = suffix};
  return {std::move(plan)};
}

}  // namespace dpsco
